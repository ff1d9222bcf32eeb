import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import { type OpenTeam, requireTeam, seesTeam } from '../access/require-team.ts'
import { getProfile } from '../users/get-profile.ts'
import { findOwner } from './find-owner.ts'

export type FoundOwner =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'team'; readonly team: OpenTeam }

/** Whoever has a name, as far as the one who asks may know: a team that is hidden is as good as missing. */
export async function getOwner(app: Pick<App, 'config' | 'db'>, actor: Actor, name: string): Promise<FoundOwner> {
  const owner = await findOwner(app.db, name)
  if (owner?.kind !== 'team') return { kind: 'user', user: await getProfile(app, actor, name) }
  if (!(await seesTeam(app.db, actor, owner.id))) throw notFound('USER')
  return { kind: 'team', team: await requireTeam(app, actor, owner.name, 'look') }
}
