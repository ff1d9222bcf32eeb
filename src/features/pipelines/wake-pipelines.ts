import type { Tx } from '../../db/handle.ts'

/**
 * Whoever runs a pipeline of these repositories, or follows its log, looks again at once: for when they are about to be
 * deleted, after which nobody could say which pipelines were theirs.
 */
export async function wakePipelines(tx: Tx, of: { repoId: number } | { ownerId: number }): Promise<void> {
  const open = tx
    .selectFrom('pipelines')
    .innerJoin('repos', 'repos.id', 'pipelines.repo_id')
    .select('pipelines.id')
    .where('pipelines.finished_at', 'is', null)
  const [column, id] = 'repoId' in of ? (['repos.id', of.repoId] as const) : (['repos.owner_id', of.ownerId] as const)
  for (const row of await open.where(column, '=', id).execute()) await tx.notify('pipelines', String(row.id))
}
