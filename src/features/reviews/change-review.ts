import type { KnownActor } from '../../core/actor.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findPullById } from '../pulls/find-pull.ts'
import type { Pull } from '../pulls/pull.ts'
import { openPull, type PullRef } from '../pulls/require-pull.ts'
import { followText } from '../threads/follow-text.ts'
import { holdThread, lockThreads } from '../threads/keep-thread.ts'
import { requireSeen } from '../threads/name-text.ts'
import { parseBody } from '../threads/thread-input.ts'
import { addToTimeline } from '../threads/timeline.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import type { CommentNeeds } from './add-pull-comment.ts'
import { readPullComments } from './comment-store.ts'
import { followToHead } from './follow-to-head.ts'
import { isVerdict, mayDismiss } from './may-dismiss.ts'
import { requirePending } from './pending-review.ts'
import type { Review, ReviewEvent } from './review.ts'
import { findReview, readPending } from './store.ts'
import { checkVerdict, publishReview, requireSaid } from './submit-review.ts'

export interface ReviewChanges {
  readonly body?: string | undefined
  /** Names the text that the new one was made from; undefined for whoever does not say. */
  readonly seen?: string | undefined
  /** Submits one that is pending. */
  readonly event?: ReviewEvent | undefined
  readonly dismissed?: true | undefined
  /** Why it is dismissed. */
  readonly message?: string | undefined
}

const reviewing = { to: 'write', role: 'Developer' } as const

/** Submits what was begun, says it in other words, or dismisses it. */
export async function changeReview(
  app: CommentNeeds,
  actor: KnownActor,
  ref: PullRef & { readonly id: RecordId },
  changes: ReviewChanges,
): Promise<Review> {
  const opened = await openPull(app, actor, ref, reviewing)
  const body = changes.body === undefined ? undefined : parseBody(changes.body)
  const message = parseBody(changes.message ?? '')
  const changed = await inTransaction(app, async (tx) => {
    await lockThreads(tx, opened.repo.id)
    const pull = await findPullById(tx, opened.pull.id)
    const review = pull === null ? null : await findReview(tx, pull, actor.user.id, ref.id)
    if (pull === null || review === null) throw notFound('REVIEW')
    if (body !== undefined && body !== review.body) requireSeen({ body: review.body }, changes.seen)
    // Nobody else hears of one that stays pending.
    const isKept = review.state === 'pending' && changes.event === undefined
    const thread = isKept ? null : await holdThread(tx, pull.id)
    if (changes.dismissed === true) {
      if (!mayDismiss(opened.repo, actor.user.id, review)) {
        throw forbidden('Only a Maintainer may dismiss the review of somebody else')
      }
      await dismiss(tx, pull, review, { by: actor.user.id, message })
    } else if (changes.event !== undefined) {
      if (thread === null) throw notFound('REVIEW')
      requirePending(review, actor)
      const whole = body ?? review.body
      const comments = (await readPending(tx, review.id)).length
      checkVerdict(actor, pull, changes.event, { body: whole, comments })
      return publishReview(tx, { actor, repo: opened.repo, pull, thread }, review, {
        event: changes.event,
        body: whole,
      })
    } else if (body !== undefined) {
      if (review.author?.id !== actor.user.id) throw forbidden('Only its author may edit it')
      if (review.state === 'commented') {
        requireSaid({ body, comments: (await readPullComments(tx, pull.id, { reviewId: review.id })).length })
      }
      await tx.updateTable('reviews').set({ body, updated_at: tx.now }).where('id', '=', review.id).execute()
      if (thread !== null && review.body !== body) {
        const { repo } = opened
        const about = { actorId: actor.user.id, reviewId: review.id }
        await emitOfThread(tx, { type: 'review.edited', threadId: pull.id, ...about })
        await followText(tx, actor, { repo, thread, commentId: null, reviewId: review.id, text: body })
      }
    }
    const after = await findReview(tx, pull, actor.user.id, { id: review.id })
    if (after === null) throw notFound('REVIEW')
    return after
  })
  if (changes.event !== undefined) await followToHead(app, opened)
  return changed
}

/** It stays readable, and does not count any more. */
async function dismiss(
  tx: Tx,
  pull: Pull,
  review: Review,
  { by, message }: { readonly by: number | null; readonly message: string },
): Promise<void> {
  if (!isVerdict(review)) throw conflict('Only a verdict can be dismissed')
  if (review.dismissedAt !== null) return
  await dismissRow(tx, review.id, by, message)
  const event = { type: 'review-dismissed', username: review.author?.username ?? null, message } as const
  await addToTimeline(tx, { threadId: pull.id, actorId: by, event })
  await emitOfThread(tx, { type: 'review.dismissed', threadId: pull.id, actorId: by, reviewId: review.id })
}

async function dismissRow(tx: Tx, id: number, by: number | null, message: string): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ dismissed_at: tx.now, dismissed_by: by, dismissal: message, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}
