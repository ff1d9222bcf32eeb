import type { App } from '../../../app.ts'
import { type Actor, userOf } from '../../../core/actor.ts'
import type { Attention } from '../../../core/attention.ts'
import { attentionOf } from '../../../features/subscriptions/attention-of.ts'

/** Null for a stranger. */
export async function shownAttention(
  { app, actor }: { readonly app: App; readonly actor: Actor },
  threadId: number,
): Promise<Attention | 'usual' | null> {
  return userOf(actor) === null ? null : ((await attentionOf(app, actor, { threadId })) ?? 'usual')
}
