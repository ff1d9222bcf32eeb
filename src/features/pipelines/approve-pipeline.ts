import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import type { PipelineDetail } from './pipeline.ts'
import { requirePipeline } from './read-pipelines.ts'
import { findObjection } from './withdraw-stale.ts'

/** Somebody has looked at what a fork wants to run. It holds for exactly this commit: the next one waits again. */
export async function approvePipeline(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys'>,
  actor: KnownActor,
  ref: RepoRef,
  id: RecordId,
): Promise<PipelineDetail> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'ci:write' })
  return inTransaction(app, async (tx) => {
    const pipeline = await requirePipeline(tx, repo, id, tx.now)
    const objection = await findObjection(tx, pipeline.id)
    if (objection !== null) throw conflict(`${objection}: this pipeline is not needed any more`)
    if (!(await letRun(tx, pipeline.id, actor.user.id))) {
      throw conflict(`This pipeline does not wait for anybody: it is ${pipeline.status}`)
    }
    await record(app, tx, actor, {
      event: 'PIPELINE_APPROVED',
      target: { type: 'pipeline', id: pipeline.uuid, name: `${repo.owner}/${repo.slug}#${pipeline.number}` },
      metadata: { commit: pipeline.sha },
    })
    return requirePipeline(tx, repo, id, tx.now)
  })
}

export async function letRun(tx: Tx, pipelineId: number, userId: number): Promise<boolean> {
  const approved = await tx
    .updateTable('pipelines')
    .set({ status: 'created', approved_by: userId })
    .where('id', '=', pipelineId)
    .where('status', '=', 'blocked')
    .executeTakeFirst()
  if (approved.numUpdatedRows === 0n) return false
  await tx.notify('pipelines', String(pipelineId))
  return true
}
