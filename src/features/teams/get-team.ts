import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Role } from '../../core/roles.ts'
import { assignableRoles } from '../access/refuse-above.ts'
import { type OpenTeam, requireTeam } from '../access/require-team.ts'

/** A team, and what somebody may do with it. */
export interface TeamView extends OpenTeam {
  readonly can: {
    readonly seeMembers: boolean
    /** Add members, and share repositories with it. */
    readonly manage: boolean
    /** Rename and delete it. */
    readonly own: boolean
  }
}

/** What may be known of it: by members, administrators, and whoever sees a repository of it. */
export async function getTeam(
  app: Pick<App, 'db'>,
  actor: Actor,
  slug: string,
  need: Role | 'look' = 'look',
): Promise<TeamView> {
  const team = await requireTeam(app, actor, slug, need)
  const can = {
    seeMembers: team.role !== null,
    manage: assignableRoles(team.role, null).length > 0,
    own: team.role === 'Owner',
  }
  return { ...team, can }
}
