import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import { atLeast, type Role } from '../../core/roles.ts'
import type { Team } from '../../core/team.ts'
import type { Reader } from '../../db/handle.ts'
import { visibleTo } from '../repos/visible-to.ts'
import { findTeam } from '../teams/find-team.ts'
import { teamRoleOf } from '../teams/team-role-of.ts'

/** A team that somebody was let see. Null: as an outsider, who may read one of its repositories. */
export interface OpenTeam extends Team {
  readonly role: Role | null
}

/**
 * The only gate to a team. Its members and administrators see it; so does whoever may see a repository that it owns.
 * To everybody else it is missing. `look`: outsiders are let in, too.
 */
export async function requireTeam(
  app: Pick<App, 'db'>,
  actor: Actor,
  slug: string,
  need: Role | 'look',
): Promise<OpenTeam> {
  const team = await findTeam(app.db, slug)
  if (team === null) throw notFound('TEAM')
  const role = await teamRoleOf(app.db, actor, team.id)
  const visible = role === null ? await countVisible(app.db, actor, team.id) : team.reposCount
  if (role === null && visible === 0) throw notFound('TEAM')
  if (need !== 'look') requireTeamRole(role, need)
  return { ...team, role, reposCount: visible }
}

/** Once more inside a transaction: it may have changed since the gate was passed. */
export function requireTeamRole(held: Role | null, needed: Role): Role {
  if (held === null) throw forbidden('Only members of the team may do this')
  if (!atLeast(held, needed)) throw forbidden(`This needs the role ${needed} in the team; you are ${held}`)
  return held
}

/** Whether somebody may know of a team by its name: to share something with it, to read its page. */
export async function seesTeam(reader: Reader, actor: Actor, teamId: number): Promise<boolean> {
  return (await teamRoleOf(reader, actor, teamId)) !== null || (await countVisible(reader, actor, teamId)) > 0
}

async function countVisible(reader: Reader, actor: Actor, teamId: number): Promise<number> {
  const owned = reader.selectFrom('repos').where('owner_id', '=', teamId).where(visibleTo(actor))
  const row = await owned.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst()
  return Number(row?.count ?? 0)
}
