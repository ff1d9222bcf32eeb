import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Team } from '../../core/team.ts'
import { holdsText } from '../../db/holds-text.ts'
import { readPage } from '../../db/read-page.ts'
import { seenBy } from './seen-by.ts'
import { selectTeams, toTeam } from './team-record.ts'

/** Teams by name, the shortest match first: those that the gate in access/require-team.ts would show. */
export async function searchTeams(
  app: Pick<App, 'db'>,
  actor: Actor,
  text: string,
  request: PageRequest,
): Promise<Page<Team>> {
  const matches = holdsText(text, 'owners.name_key', sql<string>`lower(teams.title)`)
  const query = selectTeams(app.db).where(matches).orderBy(sql`length(owners.name_key)`).orderBy('owners.name_key')
  return mapPage(await readPage(query.where(seenBy(actor)), request), toTeam)
}
