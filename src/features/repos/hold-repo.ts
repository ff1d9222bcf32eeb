import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { findRepoById } from './find-repo.ts'

/** The repository as it is now; it stays so until the transaction ends: whoever else wants to change it waits. */
export async function holdRepo(tx: Tx, id: number): Promise<Repo | null> {
  const held = tx.updateTable('repos').set((eb) => ({ updated_at: eb.ref('updated_at') }))
  const { numUpdatedRows } = await held.where('id', '=', id).executeTakeFirst()
  return numUpdatedRows === 1n ? findRepoById(tx, id) : null
}
