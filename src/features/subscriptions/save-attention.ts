import type { Attention } from '../../core/attention.ts'
import type { Tx } from '../../db/handle.ts'
import { saveSubscription } from './store.ts'

/** In somebody's name, of a thread that may be gone by now. */
export async function saveAttention(tx: Tx, userId: number, threadId: number, attention: Attention): Promise<void> {
  const thread = await tx.selectFrom('threads').select('id').where('id', '=', threadId).executeTakeFirst()
  if (thread !== undefined) await saveSubscription(tx, userId, { threadId }, attention)
}
