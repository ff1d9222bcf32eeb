import type { Tx } from '../../db/handle.ts'

/** Until the end of the transaction nobody else changes the protections of this repository. */
export async function holdProtections(tx: Tx, repoId: number): Promise<void> {
  const row = tx.updateTable('repos').set((eb) => ({ refs_version: eb.ref('refs_version') }))
  await row.where('id', '=', repoId).execute()
}
