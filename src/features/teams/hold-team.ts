import type { Team } from '../../core/team.ts'
import type { Tx } from '../../db/handle.ts'
import { findTeamById } from './find-team.ts'

/** The team as it is now; it stays so until the transaction ends: whoever else wants to change it waits. */
export async function holdTeam(tx: Tx, id: number): Promise<Team | null> {
  const held = tx.updateTable('teams').set((eb) => ({ title: eb.ref('title') }))
  const { numUpdatedRows } = await held.where('id', '=', id).executeTakeFirst()
  return numUpdatedRows === 1n ? findTeamById(tx, id) : null
}
