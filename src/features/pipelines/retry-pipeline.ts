import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseSha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { letRun } from './approve-pipeline.ts'
import { createPipeline } from './create-pipeline.ts'
import { type JobsToRun, jobsToRun } from './jobs-to-run.ts'
import type { PipelineDetail } from './pipeline.ts'
import { requirePipeline } from './read-pipelines.ts'
import { variablesPlace } from './trigger-pipeline.ts'

/** The same commit once more, as a new pipeline. `onlyFailed`: jobs that succeeded are not run again. */
export async function retryPipeline(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys'>,
  actor: KnownActor,
  ref: RepoRef,
  { id, onlyFailed }: { readonly id: RecordId; readonly onlyFailed: boolean },
): Promise<PipelineDetail> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'ci:write' })
  if (!app.config.CI_ENABLED) throw notFound('PIPELINE')
  return inTransaction(app, async (tx) => {
    const old = await requirePipeline(tx, repo, id, tx.now)
    if (old.finishedAt === null) throw conflict('This pipeline has not ended yet: cancel it first')
    if (onlyFailed && old.status === 'success')
      throw conflict('Nothing in this pipeline has failed: run all of it again')
    const kept = await tx
      .selectFrom('pipelines')
      .select([
        'only_jobs',
        'base_sha',
        'variables_sealed',
        'variables_by',
        'thread_id',
        'source_repo_id',
        'is_trusted',
        'serial_group',
      ])
      .where('id', '=', old.id)
      .executeTakeFirstOrThrow()
    const { variables_sealed: sealed } = kept
    const failed = onlyFailed ? failedJobs(old, jobsToRun(kept)) : []
    const made = await createPipeline(app, tx, repo, {
      mode: old.mode,
      trigger: old.trigger,
      ref: old.ref,
      sha: old.sha,
      base: kept.base_sha === null ? null : parseSha(kept.base_sha),
      triggeredBy: actor.user.id,
      retryOf: old.id,
      serialGroup: kept.serial_group,
      onlyJobs: failed.length > 0 ? failed : undefined,
      given:
        sealed === null
          ? undefined
          : {
              by: kept.variables_by,
              seal: (uuid) =>
                seal(app.keys.seal, variablesPlace(uuid), unseal(app.keys.seal, variablesPlace(old.uuid), sealed)),
            },
      pull:
        kept.thread_id === null
          ? undefined
          : { threadId: kept.thread_id, fork: kept.is_trusted === 1 ? null : (kept.source_repo_id ?? 'gone') },
    })
    // Whoever may let one of a fork run has just done so, for the very same commit.
    if (kept.is_trusted === 0) await letRun(tx, made.id, actor.user.id)
    await record(app, tx, actor, {
      event: 'PIPELINE_TRIGGERED',
      target: { type: 'pipeline', id: made.uuid, name: `${repo.owner}/${repo.slug}` },
      metadata: { retry_of: old.uuid, commit: old.sha },
    })
    return requirePipeline(tx, repo, made, tx.now)
  })
}

/** What that one left out has succeeded before it. Where it got no job at all, all that it should have run. */
function failedJobs({ jobs }: PipelineDetail, wanted: JobsToRun): readonly string[] {
  if (jobs.length === 0) return wanted.names ?? []
  return jobs.filter(({ name, status }) => status !== 'success' && wanted.has(name)).map(({ name }) => name)
}
