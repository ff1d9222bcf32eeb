import type { App } from '../../app.ts'
import { moveOwnerAway } from './move-owner-away.ts'

/** As with a user's: just before the rows go. Returns how to put it back if the team stays after all. */
export function onTeamDeleted(
  app: Pick<App, 'config' | 'db' | 'log'>,
  team: { readonly uuid: string; readonly directory: string },
): Promise<(error: unknown) => Promise<void>> {
  return moveOwnerAway(app, team, { hook: 'on_team_deleted', fields: { team: team.directory } })
}
