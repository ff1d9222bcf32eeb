import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseSha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { letRun } from './approve-pipeline.ts'
import { createPipeline } from './create-pipeline.ts'
import { type Again, jobsAgain } from './jobs-again.ts'
import { jobsToRun } from './jobs-to-run.ts'
import type { PipelineDetail } from './pipeline.ts'
import { requirePipeline } from './read-pipelines.ts'
import { variablesPlace } from './trigger-pipeline.ts'

/** The same commit once more, as a new pipeline. */
export async function retryPipeline(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys'>,
  actor: KnownActor,
  ref: RepoRef,
  { id, again }: { readonly id: RecordId; readonly again: Again },
): Promise<PipelineDetail> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'ci:write' })
  if (!app.config.CI_ENABLED) throw notFound('PIPELINE')
  return inTransaction(app, async (tx) => {
    const old = await requirePipeline(tx, repo, id, tx.now)
    if (old.finishedAt === null) throw conflict('This pipeline has not ended yet: cancel it first')
    const kept = await readKept(tx, old.id)
    const made = await createPipeline(app, tx, repo, {
      mode: old.mode,
      trigger: old.trigger,
      ref: old.ref,
      sha: old.sha,
      base: kept.base_sha === null ? null : parseSha(kept.base_sha),
      triggeredBy: actor.user.id,
      retryOf: old.id,
      serialGroup: kept.serial_group,
      onlyJobs: jobsAgain(again, old, jobsToRun(kept)),
      given: givenAgain(app.keys.seal, old.uuid, kept),
      pull: pullOf(kept),
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

/** What a pipeline was made with, and nobody is shown. */
function readKept(tx: Tx, id: number) {
  return tx
    .selectFrom('pipelines')
    .select(['only_jobs', 'base_sha', 'variables_sealed', 'variables_by'])
    .select(['thread_id', 'source_repo_id', 'is_trusted', 'serial_group'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

type Kept = Awaited<ReturnType<typeof readKept>>

/** Variables that somebody gave it, sealed for the new one: those of one pipeline open with no other. */
function givenAgain(key: Uint8Array, oldUuid: string, { variables_sealed: sealed, variables_by: by }: Kept) {
  if (sealed === null) return undefined
  const reseal = (uuid: string): string => seal(key, variablesPlace(uuid), unseal(key, variablesPlace(oldUuid), sealed))
  return { by, seal: reseal }
}

function pullOf({ thread_id: threadId, is_trusted: isTrusted, source_repo_id: sourceId }: Kept) {
  return threadId === null ? undefined : { threadId, fork: isTrusted === 1 ? null : (sourceId ?? ('gone' as const)) }
}
