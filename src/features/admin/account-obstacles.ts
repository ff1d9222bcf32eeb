import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { teamsLeftAlone } from '../teams/keep-owners.ts'
import { hasOtherAdmin } from './store.ts'

export interface Obstacle {
  /** A sentence that says what to do about it. */
  readonly text: string
  /** Null: that they administer the service. */
  readonly team: string | null
}

/** What keeps a person from deleting their account. */
export async function accountObstacles(app: Pick<App, 'db'>, { user }: SessionActor): Promise<readonly Obstacle[]> {
  const isLast = user.isAdmin && !(await hasOtherAdmin(app.db, user.id))
  const admin = { text: 'You are the last administrator: make somebody else an administrator first.', team: null }
  const teams = (await teamsLeftAlone(app.db, user.id)).map((team) => ({
    text: `You are the last owner of the team ${team}: make somebody else an owner, or delete the team, first.`,
    team,
  }))
  return isLast ? [admin, ...teams] : teams
}
