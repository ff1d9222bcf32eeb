import type { Tx } from '../../db/handle.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import type { ThreadChange } from './change-thread.ts'
import type { Thread } from './thread.ts'

/** Of a thread that is there already: of a new one, that it was opened says it all. */
export async function tellOfChanges(
  tx: Tx,
  { id: threadId, kind }: Pick<Thread, 'id' | 'kind'>,
  { text, arrangements }: ThreadChange,
  actorId: number,
): Promise<void> {
  const about = { threadId, actorId }
  if (Object.keys(text).length > 0) await emitOfThread(tx, { type: `${kind}.edited`, ...about, changes: text })
  for (const arrangement of arrangements) {
    await emitOfThread(tx, { type: 'thread.arranged', ...about, kind, arrangement })
  }
}
