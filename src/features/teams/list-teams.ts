import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { forbidden } from '../../core/errors.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Role } from '../../core/roles.ts'
import type { Team } from '../../core/team.ts'
import { readPage } from '../../db/read-page.ts'
import { selectTeams, toTeam } from './team-record.ts'

/** A team and what somebody is in it. */
export interface MyTeam extends Team {
  readonly role: Role
}

/** Without a role: what it is to somebody who need not belong to it. */
export interface ListedTeam extends Team {
  readonly role?: Role
}

/** The teams that somebody belongs to, by name. */
export async function listMyTeams(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  request: PageRequest,
): Promise<Page<MyTeam>> {
  const mine = selectTeams(app.db)
    .innerJoin('team_members as mine', 'mine.team_id', 'teams.id')
    .select('mine.role')
    .where('mine.user_id', '=', actor.user.id)
    .orderBy('owners.name_key')
  return mapPage(await readPage(mine, request), (row) => ({ ...toTeam(row), role: row.role }))
}

/** Every team there is: for administrators. */
export async function listAllTeams(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  request: PageRequest,
): Promise<Page<Team>> {
  if (!maySeeAllTeams(actor)) throw forbidden('Only an administrator may see all teams')
  return mapPage(await readPage(selectTeams(app.db).orderBy('owners.name_key'), request), toTeam)
}

export function maySeeAllTeams({ user }: SessionActor): boolean {
  return user.isAdmin
}
