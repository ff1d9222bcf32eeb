import type { Tx } from '../../db/handle.ts'
import { addToTimeline } from '../threads/timeline.ts'

/** It waits no longer to be merged by itself, and its history says so. */
export async function endAutoMerge(tx: Tx, threadId: number, by: number | null): Promise<void> {
  const dropped = { auto_merge: null, auto_merge_by: null }
  await tx.updateTable('pulls').set(dropped).where('thread_id', '=', threadId).execute()
  await addToTimeline(tx, { threadId, actorId: by, event: { type: 'auto-merge-dropped' } })
}
