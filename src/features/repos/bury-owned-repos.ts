import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { buryRepo, hasMuch } from './bury-repo.ts'
import { selectRepos, toRepo } from './repo-record.ts'

/** Before an owner goes: what has much in it would hold up everybody if it went with the owner's row. */
export async function buryOwnedRepos(tx: Tx, ownerId: number): Promise<void> {
  const rows = await selectRepos(tx).where('repos.owner_id', '=', ownerId).execute()
  for (const repo of rows.map(toRepo)) {
    if (!(await hasMuch(tx, repo.id)) || !(await buryRepo(tx, repo))) continue
    await emit(tx, { type: 'repo.deleted', repoUuid: repo.uuid, buriedId: repo.id })
  }
}
