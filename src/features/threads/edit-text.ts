import type { Tx } from '../../db/handle.ts'
import { indexAnew } from './index-words.ts'
import type { Thread } from './thread.ts'
import { addToTimeline } from './timeline.ts'

export interface ThreadText {
  readonly title: string
  readonly body: string
}

/** A new title or body; the old one is kept. Says whether anything changed. The thread must be held. */
export async function editText(tx: Tx, thread: Thread, text: ThreadText, by: number): Promise<boolean> {
  if (text.title === thread.title && text.body === thread.body) return false
  await tx
    .insertInto('text_versions')
    .values({ thread_id: thread.id, editor_id: by, title: thread.title, body: thread.body, created_at: tx.now })
    .execute()
  await tx.updateTable('threads').set(text).where('id', '=', thread.id).execute()
  if (text.title !== thread.title) {
    const event = { type: 'renamed', from: thread.title, to: text.title } as const
    await addToTimeline(tx, { threadId: thread.id, actorId: by, event })
  }
  await indexAnew(tx, thread)
  return true
}
