import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { endPipeline } from './end-pipeline.ts'
import type { PipelineDetail } from './pipeline.ts'
import { requirePipeline } from './read-pipelines.ts'

/**
 * Ends one at once: from here on nothing that its worker says counts. The worker hears of it with the commit, and ends
 * every process of its jobs. In a repository that is archived too: what ran before goes on there.
 */
export async function cancelPipeline(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys'>,
  actor: KnownActor,
  ref: RepoRef,
  id: RecordId,
): Promise<PipelineDetail> {
  const need = { role: 'Developer', scope: 'ci:write', evenArchived: true } as const
  const repo = await requireRepo(app, actor, ref, need)
  return inTransaction(app, async (tx) => {
    const pipeline = await requirePipeline(tx, repo, id, tx.now)
    const ending = { status: 'canceled', error: null, by: actor } as const
    if (!(await endPipeline(app, tx, { repo, pipeline: { ...pipeline, lease: null } }, ending))) {
      throw conflict(`This pipeline has ended already: ${pipeline.status}`)
    }
    return requirePipeline(tx, repo, id, tx.now)
  })
}
