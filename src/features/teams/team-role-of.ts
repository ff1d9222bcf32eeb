import { type Actor, userOf } from '../../core/actor.ts'
import type { Role } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'

/**
 * What somebody may do with a team. An administrator who signed in manages every team, so that none is ever without
 * somebody to turn to; that alone opens no repository of it.
 */
export async function teamRoleOf(reader: Reader, actor: Actor, teamId: number): Promise<Role | null> {
  if (actor.kind === 'session' && actor.user.isAdmin) return 'Owner'
  const user = userOf(actor)
  if (user === null) return null
  const member = await reader
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', teamId)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return member?.role ?? null
}
