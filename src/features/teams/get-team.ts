import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type OpenTeam, requireTeam } from '../access/require-team.ts'

export type { OpenTeam }

/** What may be known of it: by members, administrators, and whoever sees a repository of it. */
export function getTeam(app: Pick<App, 'db'>, actor: Actor, slug: string): Promise<OpenTeam> {
  return requireTeam(app, actor, slug, 'look')
}
