import type { App } from '../../app.ts'
import { type Actor, systemActor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { noteCheck } from './note-check.ts'
import type { GateResult, JobStep, PipelineEnd, Stage } from './pipeline.ts'
import { settleStages, settleSteps } from './settle-parts.ts'

export interface Ending {
  readonly status: PipelineEnd
  readonly error: string | null
  /** As its worker knows them; without one, what was written last is brought to an end. */
  readonly stages?: readonly Stage[]
  readonly sbom?: GateResult | null
}

export interface EndingPipeline {
  readonly id: number
  readonly uuid: string
  readonly number: number
  readonly sha: Sha
  /** Under whose lease it runs; null for somebody who ends it from outside. */
  readonly lease: string | null
}

/**
 * The one place where a pipeline ends, with everything that follows from it, and only once: false when it had ended
 * before, or is not held by us any more, and then nothing was written.
 */
export async function endPipeline(
  app: Pick<App, 'config' | 'keys'>,
  tx: Tx,
  { repo, pipeline }: { readonly repo: Repo; readonly pipeline: EndingPipeline },
  ending: Ending & { readonly by?: Actor },
): Promise<boolean> {
  const open = tx
    .updateTable('pipelines')
    .set({
      status: ending.status,
      error: ending.error,
      ...(ending.sbom === undefined || ending.sbom === null ? {} : { sbom: JSON.stringify(ending.sbom) }),
      finished_at: tx.now,
      lease: null,
      lease_until: null,
    })
    .where('id', '=', pipeline.id)
    .where('finished_at', 'is', null)
  const held = pipeline.lease === null ? open : open.where('lease', '=', pipeline.lease)
  const ended = await held.returning('stages').executeTakeFirst()
  if (ended === undefined) return false
  await saveStages(tx, pipeline.id, ending.stages ?? settleStages(JSON.parse(ended.stages) as Stage[]))
  const { status } = ending
  await endJobs(tx, pipeline.id, status === 'timed_out' ? 'timed_out' : 'canceled')
  if (!(await isOvertaken(tx, repo.id, pipeline, status))) {
    await noteCheck(app, tx, repo, { ...pipeline, status })
  }
  await emit(tx, { type: 'pipeline.finished', repoId: repo.id, pipelineId: pipeline.id, status })
  await tx.notify('pipelines', String(pipeline.id))
  await tx.notify('logs', String(pipeline.id))
  await record(app, tx, ending.by ?? systemActor, {
    event: ending.status === 'canceled' ? 'PIPELINE_CANCELED' : 'PIPELINE_FINISHED',
    target: { type: 'pipeline', id: pipeline.uuid, name: `${repo.owner}/${repo.slug}#${pipeline.number}` },
    metadata: { status: ending.status, commit: pipeline.sha, error: ending.error },
  })
  return true
}

/**
 * Then the commit is judged by a newer one: what nobody wants any more says nothing about it, and that of a pull request
 * from a branch of ours is there only because those before it looked at less.
 */
async function isOvertaken(tx: Tx, repoId: number, { id, sha }: EndingPipeline, status: PipelineEnd): Promise<boolean> {
  const same = tx.selectFrom('pipelines').select('id').where('repo_id', '=', repoId).where('commit_sha', '=', sha)
  const newer = same.where('id', '>', id)
  const judging =
    status === 'canceled'
      ? newer
      : newer
          .where('trigger_event', '=', 'pull_request')
          .where('is_trusted', '=', 1)
          .where('retry_of', 'is', null)
          .where('status', '<>', 'canceled')
  return (await judging.limit(1).executeTakeFirst()) !== undefined
}

async function saveStages(tx: Tx, pipelineId: number, stages: readonly Stage[]): Promise<void> {
  await tx
    .updateTable('pipelines')
    .set({ stages: JSON.stringify(stages) })
    .where('id', '=', pipelineId)
    .execute()
}

/** What was under way is over, what had not begun will not begin; with every step. */
async function endJobs(tx: Tx, pipelineId: number, running: 'canceled' | 'timed_out'): Promise<void> {
  const open = await tx
    .selectFrom('pipeline_jobs')
    .select(['id', 'status', 'steps'])
    .where('pipeline_id', '=', pipelineId)
    .where('status', 'in', ['running', 'pending'])
    .execute()
  for (const job of open) {
    const status = job.status === 'running' ? running : 'skipped'
    const steps = settleSteps(JSON.parse(job.steps) as JobStep[], status, tx.now)
    await tx
      .updateTable('pipeline_jobs')
      .set({ status, steps: JSON.stringify(steps), finished_at: tx.now })
      .where('id', '=', job.id)
      .execute()
  }
}
