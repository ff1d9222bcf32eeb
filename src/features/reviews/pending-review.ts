import type { KnownActor } from '../../core/actor.ts'
import { conflict, invalidField, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type OpenPull, openPull, type PullRef } from '../pulls/require-pull.ts'
import { lockThreads } from '../threads/keep-thread.ts'
import { parseCommentBody } from '../threads/thread-input.ts'
import { type CommentNeeds, findTarget, type NewPullComment, type Target } from './add-pull-comment.ts'
import type { Review } from './review.ts'
import {
  deletePendingComment,
  findReview,
  insertPendingComment,
  type NewPending,
  readPending,
  savePendingComment,
} from './store.ts'

const reviewing = { to: 'write', role: 'Developer' } as const

/** All of them become known in one transaction, and everybody else waits for it. */
const mostPending = 500

/** What is said about the whole is what the review itself says: its comments are about lines. */
export function requirePlaced(target: Target | null, field: string): Omit<NewPending, 'body'> {
  if (target === null) throw invalidField(field, 'required', 'is required for a comment of a review')
  return { position: target.position, answersId: target.answers?.rootId ?? null }
}

/** Adds to a review that somebody has begun. */
export async function addToReview(
  app: CommentNeeds,
  actor: KnownActor,
  ref: PullRef & { readonly id: RecordId },
  comment: NewPullComment,
): Promise<Review> {
  const opened = await openPull(app, actor, ref, reviewing)
  const body = parseCommentBody(comment.body)
  const placed = requirePlaced(await findTarget(app, opened, comment), 'path')
  return inTransaction(app, async (tx) => {
    const review = await holdPending(tx, opened, actor, ref.id)
    if ((await readPending(tx, review.id)).length >= mostPending) {
      throw conflict(`This review has ${mostPending} comments: submit it first, and begin another`)
    }
    await insertPendingComment(tx, review.id, { body, ...placed })
    return review
  })
}

/** Says a comment of a review that was not submitted in other words. */
export async function editInReview(
  app: CommentNeeds,
  actor: KnownActor,
  ref: PullRef & { readonly id: RecordId },
  comment: { readonly id: RecordId; readonly body: string },
): Promise<Review> {
  const opened = await openPull(app, actor, ref, reviewing)
  const body = parseCommentBody(comment.body)
  return inTransaction(app, async (tx) => {
    const review = await holdPending(tx, opened, actor, ref.id)
    if (!(await savePendingComment(tx, review.id, comment.id, { body }))) throw notFound('COMMENT')
    return review
  })
}

/** Takes a comment out of a review that was not submitted. */
export async function takeFromReview(
  app: CommentNeeds,
  actor: KnownActor,
  ref: PullRef & { readonly id: RecordId },
  commentId: RecordId,
): Promise<void> {
  const opened = await openPull(app, actor, ref, reviewing)
  await inTransaction(app, async (tx) => {
    const review = await holdPending(tx, opened, actor, ref.id)
    if (!(await deletePendingComment(tx, review.id, commentId))) throw notFound('COMMENT')
  })
}

/** Throws away a review that was not submitted; one that was stays, and can be dismissed. */
export async function discardReview(
  app: CommentNeeds,
  actor: KnownActor,
  ref: PullRef & { readonly id: RecordId },
): Promise<void> {
  const opened = await openPull(app, actor, ref, reviewing)
  await inTransaction(app, async (tx) => {
    const review = await holdPending(tx, opened, actor, ref.id)
    await tx.deleteFrom('reviews').where('id', '=', review.id).execute()
  })
}

/**
 * Who submits it at the same time waits, or was faster: what is said to be in it becomes known with it. Nobody else hears
 * that somebody writes one.
 */
async function holdPending(tx: Tx, { repo, pull }: OpenPull, actor: KnownActor, id: RecordId): Promise<Review> {
  await lockThreads(tx, repo.id)
  const review = await findReview(tx, pull, actor.user.id, id)
  requirePending(review, actor)
  return review
}

export function requirePending(review: Review | null, actor: KnownActor): asserts review is Review {
  if (review === null) throw notFound('REVIEW')
  if (review.state !== 'pending' || review.author?.id !== actor.user.id) {
    throw conflict('This review was submitted: it can be dismissed, and another one written')
  }
}
