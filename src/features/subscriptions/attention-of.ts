import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Attention } from '../../core/attention.ts'
import { findSubscription, type Subject } from './store.ts'

/** For pages, which have opened the thing already. */
export async function attentionOf(app: Pick<App, 'db'>, actor: Actor, subject: Subject): Promise<Attention | null> {
  const user = userOf(actor)
  return user === null ? null : (await findSubscription(app.db, user.id, subject)).attention
}
