import type { Tx } from '../../db/handle.ts'

/** What was approved for one branch was not approved for another: all of them have to be given anew. */
export async function dismissApprovals(tx: Tx, threadId: number, why: string): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ dismissed_at: tx.now, dismissal: why, updated_at: tx.now })
    .where('thread_id', '=', threadId)
    .where('state', '=', 'approved')
    .where('dismissed_at', 'is', null)
    .execute()
}
