import type { App } from '../../app.ts'
import type { PipelineEvent } from '../../ci/plan.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import { emit } from '../../outbox/emit.ts'
import { noteCheck } from './note-check.ts'
import { newStages, type PipelineMode } from './pipeline.ts'

/** What was given with a manual run, and by whom; null for whoever is at the machine itself. */
export interface GivenVariables {
  readonly by: number | null
  readonly seal: (pipelineUuid: string) => string
}

export interface NewPipeline {
  readonly mode: PipelineMode
  readonly trigger: PipelineEvent
  /** In full. */
  readonly ref: string
  readonly sha: Sha
  /** What its changes are counted from; null where every file counts as changed. */
  readonly base?: Sha | null
  readonly triggeredBy: number | null
  readonly retryOf?: number | undefined
  readonly onlyJobs?: readonly string[] | undefined
  /** As `serialGroupOf` says. */
  readonly serialGroup: string | null
  readonly given?: GivenVariables | undefined
  /** Of a pull request; `fork` is where it comes from when that is not this repository, and then it has to be let run. */
  readonly pull?: { readonly threadId: number; readonly fork: number | 'gone' | null } | undefined
}

/** Makes and queues one, in the transaction of what it follows from. */
export async function createPipeline(
  app: Pick<App, 'config'>,
  tx: Tx,
  repo: Repo,
  made: NewPipeline,
): Promise<{ readonly id: number; readonly uuid: string }> {
  const { last_pipeline: number } = await tx
    .updateTable('repos')
    .set((eb) => ({ last_pipeline: eb('last_pipeline', '+', 1) }))
    .where('id', '=', repo.id)
    .returning('last_pipeline')
    .executeTakeFirstOrThrow()
  const id = uuid()
  const isForeign = made.pull !== undefined && made.pull.fork !== null
  const status = isForeign ? 'blocked' : 'created'
  const row = await tx
    .insertInto('pipelines')
    .values({
      uuid: id,
      repo_id: repo.id,
      number,
      mode: made.mode,
      status,
      trigger_event: made.trigger,
      ref: made.ref,
      commit_sha: made.sha,
      base_sha: made.base ?? null,
      source_repo_id: typeof made.pull?.fork === 'number' ? made.pull.fork : null,
      thread_id: made.pull?.threadId ?? null,
      is_trusted: isForeign ? 0 : 1,
      triggered_by: made.triggeredBy,
      retry_of: made.retryOf ?? null,
      only_jobs: made.onlyJobs === undefined ? null : JSON.stringify(made.onlyJobs),
      variables_sealed: made.given?.seal(id) ?? null,
      variables_by: made.given?.by ?? null,
      serial_group: made.serialGroup,
      stages: JSON.stringify(newStages),
      attempts: 0,
      log_lines: 0,
      created_at: tx.now,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
  await noteCheck(app, tx, repo, { ...row, sha: made.sha, status })
  await emit(tx, { type: 'pipeline.created', repoId: repo.id, pipelineId: row.id, status })
  await tx.notify('pipelines')
  return row
}
