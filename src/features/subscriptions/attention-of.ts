import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Attention } from '../../core/attention.ts'
import { findSubscription } from './store.ts'

/** Of a repository, for pages, which have opened it already. */
export async function attentionOf(app: Pick<App, 'db'>, actor: Actor, repoId: number): Promise<Attention | null> {
  const user = userOf(actor)
  return user === null ? null : (await findSubscription(app.db, user.id, { repoId })).attention
}
