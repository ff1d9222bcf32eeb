import type { Tx } from '../../db/handle.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'

/** What was approved for one branch was not approved for another: all of them have to be given anew. */
export async function dismissApprovals(
  tx: Tx,
  threadId: number,
  { why, by }: { readonly why: string; readonly by: number | null },
): Promise<void> {
  const dismissed = await tx
    .updateTable('reviews')
    .set({ dismissed_at: tx.now, dismissal: why, updated_at: tx.now })
    .where('thread_id', '=', threadId)
    .where('state', '=', 'approved')
    .where('dismissed_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id: reviewId } of dismissed) {
    await emitOfThread(tx, { type: 'review.dismissed', threadId, actorId: by, reviewId })
  }
}
