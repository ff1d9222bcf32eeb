import { type SqlBool, sql } from 'kysely'
import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Team } from '../../core/team.ts'
import { readPage } from '../../db/read-page.ts'
import { visibleTo } from '../repos/visible-to.ts'
import { selectTeams, toTeam } from './team-record.ts'

/** Teams by name, the shortest match first: those that the gate in access/require-team.ts would show. */
export async function searchTeams(
  app: Pick<App, 'db'>,
  actor: Actor,
  text: string,
  request: PageRequest,
): Promise<Page<Team>> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const matches = sql<SqlBool>`(owners.name_key like ${pattern} escape '\\' or lower(teams.title) like ${pattern} escape '\\')`
  const query = selectTeams(app.db).where(matches).orderBy(sql`length(owners.name_key)`).orderBy('owners.name_key')
  if (actor.kind === 'session' && actor.user.isAdmin) return mapPage(await readPage(query, request), toTeam)
  const seen = query.where((eb) =>
    eb.or([
      eb.exists(
        eb
          .selectFrom('team_members')
          .select('team_members.team_id')
          .whereRef('team_members.team_id', '=', 'teams.id')
          .where('team_members.user_id', '=', userOf(actor)?.id ?? 0),
      ),
      eb.exists(
        eb.selectFrom('repos').select('repos.id').whereRef('repos.owner_id', '=', 'teams.id').where(visibleTo(actor)),
      ),
    ]),
  )
  return mapPage(await readPage(seen, request), toTeam)
}
