import type { Event } from '../../core/events.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { findPullById } from '../pulls/find-pull.ts'
import type { Pull } from '../pulls/pull.ts'
import { findPullComment, findReview } from '../reviews/find-review.ts'
import type { PullComment } from '../reviews/pull-comment.ts'
import type { Review } from '../reviews/review.ts'
import type { Comment } from '../threads/comment.ts'
import { findComment } from '../threads/find-comment.ts'
import { readThreads } from '../threads/keep-thread.ts'
import type { Thread } from '../threads/thread.ts'

/** What a receiver is shown of a thread, as it was when something happened in it. */
export type ThreadRecords =
  | { readonly issue: Thread; readonly comment: Comment | null }
  | { readonly pull: Pull; readonly comment: PullComment | null; readonly review: Review | null }

type ThreadEvent = Exclude<Extract<Event, { threadId: number }>, { type: 'thread.mentioned' }>

/**
 * Says what happened in a thread. What webhooks are told of it is what is true at this moment, whenever they hear of it:
 * also of a comment that is deleted right afterwards.
 */
export function emitOfThread(tx: Tx, event: ThreadEvent): Promise<void> {
  return emit(tx, event, () => recordsOf(tx, event))
}

async function recordsOf(reader: Reader, event: ThreadEvent): Promise<ThreadRecords | null> {
  const commentId = 'commentId' in event ? { id: event.commentId } : null
  const [thread] = await readThreads(reader, [event.threadId])
  if (thread === undefined) return null
  if (thread.kind === 'issue') {
    return { issue: thread, comment: commentId === null ? null : await findComment(reader, thread.id, commentId) }
  }
  const pull = await findPullById(reader, thread.id)
  if (pull === null) return null
  const reviewId = commentId === null && 'reviewId' in event ? event.reviewId : undefined
  return {
    pull,
    comment: commentId === null ? null : await findPullComment(reader, pull.id, commentId),
    review: reviewId === undefined ? null : await findReview(reader, pull, null, { id: reviewId }),
  }
}
