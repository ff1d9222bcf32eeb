import type { KnownActor } from '../../core/actor.ts'
import { alreadyExists, invalidField, notFound } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findPullById } from '../pulls/find-pull.ts'
import type { PullVersion } from '../pulls/pull.ts'
import { listVersions } from '../pulls/read-versions.ts'
import type { OpenPull } from '../pulls/require-pull.ts'
import { openPull, type PullRef } from '../pulls/require-pull.ts'
import { holdThread, lockThreads } from '../threads/keep-thread.ts'
import { parseBody, parseCommentBody } from '../threads/thread-input.ts'
import { type CommentNeeds, findTarget, type NewPullComment } from './add-pull-comment.ts'
import { followToHead } from './follow-to-head.ts'
import { requirePlaced } from './pending-review.ts'
import type { Review, ReviewEvent } from './review.ts'
import { findReview, insertPending, insertPendingComment, type NewPending, readPending } from './store.ts'
import { checkVerdict, publishReview } from './submit-review.ts'

export interface NewReview {
  /** None: it stays pending, until it is submitted. */
  readonly event?: ReviewEvent | undefined
  readonly body?: string | undefined
  readonly comments?: readonly NewPullComment[] | undefined
  /** The head that was looked at: what comes meanwhile was not reviewed. The head unless said otherwise. */
  readonly commitSha?: string | undefined
}

const reviewing = { to: 'write', role: 'Developer' } as const

/**
 * A review, with comments on lines, that is submitted at once or begun. Whoever has begun one and submits another submits
 * both as one: what was written stays together.
 */
export async function createReview(
  app: CommentNeeds,
  actor: KnownActor,
  ref: PullRef,
  { event, body, comments = [], commitSha }: NewReview,
): Promise<Review> {
  const opened = await openPull(app, actor, ref, reviewing)
  const said = parseBody(body ?? '')
  const placed = await placeAll(app, opened, comments)
  const seen = await findSeen(app, opened, commitSha)
  const review = await inTransaction(app, async (tx) => {
    // Nobody else hears of one that stays pending.
    await lockThreads(tx, opened.repo.id)
    const pull = await findPullById(tx, opened.pull.id)
    if (pull === null) throw notFound('PULL')
    const begun = await findReview(tx, pull, actor.user.id, 'pending')
    if (event === undefined && begun !== null) {
      throw alreadyExists('REVIEW', 'event', 'you have begun a review already: submit that one')
    }
    const id = begun?.id ?? (await insertPending(tx, pull, actor.user.id, said))
    if (id === null) throw alreadyExists('REVIEW', 'event', 'you have begun a review already: submit that one')
    for (const one of placed) await insertPendingComment(tx, id, one)
    if (event === undefined) {
      const pending = await findReview(tx, pull, actor.user.id, { id })
      if (pending === null) throw notFound('REVIEW')
      return pending
    }
    const thread = await holdThread(tx, pull.id)
    if (thread === null) throw notFound('PULL')
    const whole = said === '' ? (begun?.body ?? '') : said
    checkVerdict(actor, pull, event, { body: whole, comments: (await readPending(tx, id)).length })
    return publishReview(tx, { actor, repo: opened.repo, pull, thread }, { id }, { event, body: whole, seen })
  })
  if (event !== undefined) await followToHead(app, opened)
  return review
}

/** The version whose head somebody has looked at; null for the newest. */
async function findSeen(
  app: CommentNeeds,
  { pull }: OpenPull,
  commitSha: string | undefined,
): Promise<PullVersion | null> {
  if (commitSha === undefined || commitSha.toLowerCase() === pull.headSha) return null
  const found = (await listVersions(app.db, pull.id)).findLast(({ headSha }) => headSha === commitSha.toLowerCase())
  if (found === undefined) throw invalidField('commit_sha', 'unknown', 'is not a head of this pull request')
  return found
}

async function placeAll(
  app: CommentNeeds,
  opened: OpenPull,
  comments: readonly NewPullComment[],
): Promise<readonly NewPending[]> {
  const placed: NewPending[] = []
  for (const [at, comment] of comments.entries()) {
    const body = parseCommentBody(comment.body)
    placed.push({ body, ...requirePlaced(await findTarget(app, opened, comment), `comments.${at}.path`) })
  }
  return placed
}
