import { conflict } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'

/**
 * Before an account goes: every team that it owns has another owner, or the account stays. Nobody is made an owner
 * unasked, and no team is left to nobody. The teams are held, so that two owners cannot go at the same time.
 */
export async function keepOwners(tx: Tx, user: { readonly id: number; readonly username: string }): Promise<void> {
  const owned = tx
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', user.id)
    .where('role', '=', 'Owner')
  const held = tx.updateTable('teams').set((eb) => ({ title: eb.ref('title') }))
  await held.where('id', 'in', owned).execute()
  const alone = await tx
    .selectFrom('owners')
    .select('name')
    .where('id', 'in', owned)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('team_members as other')
            .select('other.user_id')
            .whereRef('other.team_id', '=', 'owners.id')
            .where('other.role', '=', 'Owner')
            .where('other.user_id', '!=', user.id),
        ),
      ),
    )
    .orderBy('name_key')
    .execute()
  if (alone.length === 0) return
  const teams = alone.map(({ name }) => name).join(', ')
  throw conflict(
    `${user.username} is the last owner of ${teams}: make somebody else an owner, or delete the team, first`,
  )
}
