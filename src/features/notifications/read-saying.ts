import type { Actor } from '../../core/actor.ts'
import type { NotificationType } from '../../core/notification-types.ts'
import type { Reader } from '../../db/handle.ts'
import { findPullById } from '../pulls/find-pull.ts'
import { findPullComment, findReview, readPullComments } from '../reviews/find-review.ts'
import type { PullComment } from '../reviews/pull-comment.ts'
import { readThreads } from '../threads/keep-thread.ts'
import { pageOfTime } from '../threads/read-timeline.ts'
import type { Person, Thread } from '../threads/thread.ts'
import { sayingIn } from './saying-key.ts'

/** What somebody said, as it reads now, and where it stands on the page of its thread. */
export interface Saying {
  readonly by: Person | null
  readonly parts: readonly SaidPart[]
  /** What follows the address of the thread. */
  readonly suffix: string
}

export interface SaidPart {
  readonly comment: PullComment | null
  readonly text: string
}

/** Those that are about a thread as a whole, and come before anybody knows what it says. */
const introducing: ReadonlySet<NotificationType> = new Set<NotificationType>([
  'issue_opened',
  'pr_opened',
  'issue_mentioned',
  'issue_assigned',
  'review_requested',
  'pr_assigned',
])

interface Told {
  readonly type: NotificationType
  readonly threadId: number
  readonly eventKey: string
}

/** Null where nothing was said, or it is gone by now. `reader` is who will open the page. */
export async function readSaying(db: Reader, reader: Actor, told: Told): Promise<Saying | null> {
  const [thread] = await readThreads(db, [told.threadId])
  if (thread === undefined) return null
  const key = sayingIn(told.eventKey)
  if (key?.kind === 'review') return sayingOfReview(db, reader, thread, key.id)
  if (key?.kind === 'comment') return sayingOfComment(db, reader, thread, key.id)
  if (!introducing.has(told.type)) return null
  return { by: thread.author, parts: [{ comment: null, text: thread.body }], suffix: '' }
}

async function sayingOfComment(db: Reader, reader: Actor, thread: Thread, id: number): Promise<Saying | null> {
  const comment = await findPullComment(db, thread.id, { id })
  if (comment === null) return null
  const rootId = comment.place?.rootId ?? id
  // What answers stands where its conversation began.
  const root = rootId === id ? comment : await findPullComment(db, thread.id, { id: rootId })
  const anchor = rootId === id ? `comment-${comment.uuid}` : `said-${comment.uuid}`
  return {
    by: comment.author,
    parts: [{ comment, text: comment.body }],
    suffix: await suffixOf(db, reader, thread, { at: (root ?? comment).createdAt, anchor }),
  }
}

async function sayingOfReview(db: Reader, reader: Actor, thread: Thread, id: number): Promise<Saying | null> {
  const pull = await findPullById(db, thread.id)
  const review = pull === null ? null : await findReview(db, pull, null, { id })
  if (review === null) return null
  const comments = await readPullComments(db, thread.id, { reviewId: id })
  return {
    by: review.author,
    parts: [
      { comment: null, text: review.body },
      ...comments.map((comment): SaidPart => ({ comment, text: comment.body })),
    ],
    suffix: await suffixOf(db, reader, thread, {
      at: review.submittedAt ?? review.createdAt,
      anchor: `review-${review.uuid}`,
    }),
  }
}

async function suffixOf(
  db: Reader,
  reader: Actor,
  thread: Thread,
  { at, anchor }: { readonly at: number; readonly anchor: string },
): Promise<string> {
  const page = await pageOfTime(db, reader, { repoId: thread.repoId, threadId: thread.id }, at)
  return `${page === 1 ? '' : `?page=${page}`}#${anchor}`
}
