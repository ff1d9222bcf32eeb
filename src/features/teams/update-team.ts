import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Team } from '../../core/team.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireTeam, requireTeamRole } from '../access/require-team.ts'
import { record } from '../audit/record.ts'
import { nameTaken } from './create-team.ts'
import { holdTeam } from './hold-team.ts'
import { parseTeamChanges, type TeamInput } from './parse-team.ts'
import { renameOwner, saveTeam } from './store.ts'
import { teamRoleOf } from './team-role-of.ts'

/** Another name moves its repositories' addresses; the old ones lead on, and nobody else can take the old name. */
export async function updateTeam(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
  slug: string,
  input: TeamInput,
): Promise<Team> {
  const found = await requireTeam(app, actor, slug, 'Owner')
  return inTransaction(app, async (tx) => {
    const team = await holdTeam(tx, found.id)
    if (team === null) throw notFound('TEAM')
    requireTeamRole(await teamRoleOf(tx, actor, team.id), 'Owner')
    const wanted = parseTeamChanges(team, input)
    const changed = { ...team, ...wanted, slug: wanted.slug ?? team.slug }
    const names = (['slug', 'name', 'description'] as const).filter((name) => changed[name] !== team[name])
    if (names.length === 0) return team
    if (wanted.slug !== null && !(await renameOwner(tx, team, wanted.slug))) throw nameTaken(wanted.slug)
    await saveTeam(tx, team.id, changed)
    await record(app, tx, actor, {
      event: 'TEAM_UPDATED',
      target: { type: 'team', id: team.uuid, name: team.slug },
      metadata: Object.fromEntries(names.map((name) => [name, { from: team[name], to: changed[name] }])),
    })
    return changed
  })
}
