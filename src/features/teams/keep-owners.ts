import { conflict } from '../../core/errors.ts'
import type { Reader, Tx } from '../../db/handle.ts'

/**
 * Before an account goes: every team that it owns has another owner, or the account stays. Nobody is made an owner
 * unasked, and no team is left to nobody. The teams are held, so that two owners cannot go at the same time.
 */
export async function keepOwners(tx: Tx, user: { readonly id: number; readonly username: string }): Promise<void> {
  const held = tx.updateTable('teams').set((eb) => ({ title: eb.ref('title') }))
  await held.where('id', 'in', ownedBy(tx, user.id)).execute()
  const alone = await teamsLeftAlone(tx, user.id)
  if (alone.length === 0) return
  throw conflict(
    `The account ${user.username} is the last owner of ${alone.join(', ')}: make somebody else an owner, or delete the team, first`,
  )
}

/** The teams that nobody else owns who could look after them, by name. */
export async function teamsLeftAlone(reader: Reader, userId: number): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('owners')
    .select('name')
    .where('id', 'in', ownedBy(reader, userId))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('team_members as other')
            .innerJoin('users', 'users.id', 'other.user_id')
            .select('other.user_id')
            .whereRef('other.team_id', '=', 'owners.id')
            .where('other.role', '=', 'Owner')
            .where('other.user_id', '!=', userId)
            .where('users.disabled_at', 'is', null),
        ),
      ),
    )
    .orderBy('name_key')
    .execute()
  return rows.map(({ name }) => name)
}

function ownedBy(reader: Reader, userId: number) {
  return reader.selectFrom('team_members').select('team_id').where('user_id', '=', userId).where('role', '=', 'Owner')
}
