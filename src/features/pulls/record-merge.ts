import type { Tx } from '../../db/handle.ts'
import { forgetGuestsOf } from '../quota/guest-room.ts'
import { holdThread, saveState } from '../threads/keep-thread.ts'
import { commitKey, noteReference } from '../threads/record-references.ts'
import { addToTimeline } from '../threads/timeline.ts'
import type { MergePurpose } from '../transport/purpose.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'

export interface MergeResult {
  readonly threadId: number
  readonly mergeSha: string
  /** Where the target was right before. */
  readonly targetSha: string
  readonly mergedBy: number | null
  /** Null when nobody asked: its commits came in by a push. */
  readonly request: string | null
}

/**
 * The target has moved as a merge wanted it: the pull request is merged, in the transaction that writes where the target
 * is now. Also when a crash came in between and somebody else brings it to its end.
 */
export async function recordMerge(
  tx: Tx,
  purpose: MergePurpose,
  mergedBy: number | null,
  moved: readonly { readonly ref: string; readonly after: string }[],
): Promise<void> {
  const arrived = moved.some(({ ref, after }) => ref === purpose.targetRef && after === purpose.mergeSha)
  if (arrived) await markMerged(tx, { ...purpose, mergedBy })
}

/** False when it was not open any more. */
export async function markMerged(tx: Tx, result: MergeResult): Promise<boolean> {
  const { threadId, mergedBy, mergeSha } = result
  const thread = await holdThread(tx, threadId)
  if (thread?.state !== 'open') return false
  await saveState(tx, thread, 'merged', mergedBy)
  const { target_branch: branch } = await tx
    .updateTable('pulls')
    .set({
      open_key: null,
      auto_merge: null,
      merged_at: tx.now,
      merged_by: mergedBy,
      merge_commit_sha: mergeSha,
      merge_request: result.request,
      target_sha: result.targetSha,
    })
    .where('thread_id', '=', threadId)
    .returning('target_branch')
    .executeTakeFirstOrThrow()
  await forgetGuestsOf(tx, threadId)
  // Its message names the pull request, and the merge is told of as such already.
  await noteReference(tx, threadId, commitKey(mergeSha))
  await addToTimeline(tx, { threadId, actorId: mergedBy, event: { type: 'merged', commitSha: mergeSha, branch } })
  await emitOfThread(tx, { type: 'pull.merged', threadId, actorId: mergedBy })
  return true
}
