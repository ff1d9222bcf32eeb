import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Team } from '../../core/team.ts'
import { selectTeams, toTeam } from './team-record.ts'

/** Of more of them the first, by name. */
const most = 50

/** The teams that somebody belongs to, as far as the reader would find them among the members there. */
export async function listTeamsOf(
  app: Pick<App, 'db'>,
  actor: Actor,
  user: { readonly id: number },
): Promise<readonly Team[]> {
  // As in list-members.ts: members see each other, and administrators who signed in see all of them.
  if (actor.kind !== 'session') return []
  const theirs = selectTeams(app.db)
    .innerJoin('team_members as theirs', 'theirs.team_id', 'teams.id')
    .where('theirs.user_id', '=', user.id)
    .orderBy('owners.name_key')
    .limit(most)
  const mine = app.db.selectFrom('team_members').select('team_id').where('user_id', '=', actor.user.id)
  const shown = actor.user.isAdmin ? theirs : theirs.where('teams.id', 'in', mine)
  return (await shown.execute()).map(toTeam)
}
