import type { KnownActor } from '../../core/actor.ts'
import { conflict, forbidden, invalidField, notFound } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import type { Pull, PullVersion } from '../pulls/pull.ts'
import type { OpenPull } from '../pulls/require-pull.ts'
import { speak } from '../threads/add-comment.ts'
import { followText } from '../threads/follow-text.ts'
import type { Thread } from '../threads/thread.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import { findPullComment, insertPlace } from './comment-store.ts'
import { type Review, type ReviewEvent, stateOf } from './review.ts'
import { findReview, readPending, saveSubmitted } from './store.ts'

interface Said {
  readonly body: string
  /** How many. */
  readonly comments: number
}

/** Throws for a verdict that somebody may not give, or that says nothing. */
export function checkVerdict(actor: KnownActor, pull: Pull, event: ReviewEvent, said: Said): void {
  if (event !== 'comment') {
    const own = pull.author?.id === actor.user.id
    if (own) throw forbidden(`You cannot ${event === 'approve' ? 'approve' : 'judge'} your own pull request`)
    if (pull.state !== 'open') throw conflict('Only an open pull request can be approved or sent back')
  }
  if (event === 'comment') requireSaid(said)
}

/** Of a review without a verdict something else has to be left. */
export function requireSaid({ body, comments }: Said): void {
  if (body.trim() === '' && comments === 0) {
    throw invalidField('body', 'required', 'must say something, or there must be comments')
  }
}

interface Words {
  readonly event: ReviewEvent
  readonly body: string
  /** What was looked at; null for what is there now. */
  readonly seen?: PullVersion | null
}

export interface Submission extends OpenPull {
  readonly actor: KnownActor
  readonly thread: Thread
}

/** What was pending becomes known: its comments, its verdict. The thread must be held. */
export async function publishReview(
  tx: Tx,
  { actor, repo, pull, thread }: Submission,
  review: Pick<Review, 'id'>,
  { event, body, seen = null }: Words,
): Promise<Review> {
  for (const pending of await readPending(tx, review.id)) {
    const answered = pending.answersId === null ? null : await findPullComment(tx, pull.id, { id: pending.answersId })
    const place = { threadId: pull.id, reviewId: review.id, position: pending.position }
    await speak(
      tx,
      actor,
      { repo, thread },
      {
        body: pending.body,
        reviewId: review.id,
        settle: (commentId) => insertPlace(tx, { ...place, commentId, answers: answered?.place ?? null }),
      },
    )
  }
  await tx.deleteFrom('pending_comments').where('review_id', '=', review.id).execute()
  const about = seen === null ? pull : { ...pull, version: seen.number, headSha: seen.headSha }
  await saveSubmitted(tx, about, { id: review.id, state: stateOf[event], body })
  // Whoever was asked has answered.
  await tx
    .deleteFrom('requested_reviewers')
    .where('thread_id', '=', pull.id)
    .where('user_id', '=', actor.user.id)
    .execute()
  await emitOfThread(tx, { type: 'review.submitted', threadId: pull.id, actorId: actor.user.id, reviewId: review.id })
  await followText(tx, actor, { repo, thread, commentId: null, reviewId: review.id, text: body })
  const submitted = await findReview(tx, pull, actor.user.id, { id: review.id })
  if (submitted === null) throw notFound('REVIEW')
  return submitted
}
