import type { App } from '../../app.ts'
import type { NotificationType } from '../../core/notification-types.ts'
import type { Reader } from '../../db/handle.ts'
import { participantsOf } from '../subscriptions/participants-of.ts'
import { watchersOf } from '../subscriptions/watchers-of.ts'
import { selectMembersOf } from '../teams/select-members-of.ts'
import { readThreads } from '../threads/keep-thread.ts'
import type { Thread } from '../threads/thread.ts'
import type { NotifyingEvent, Telling } from './recipients.ts'
import { sayingKey } from './saying-key.ts'

type Needs = Pick<App, 'db'>
type ThreadEvent = Exclude<NotifyingEvent, { type: 'repo.shared' | 'team.member-added' | 'pipeline.finished' }>

/** What also those are told who take part in a thread, or watch it. */
const followed: ReadonlySet<NotificationType> = new Set<NotificationType>([
  'issue_commented',
  'issue_closed',
  'pr_commented',
  'pr_approved',
  'pr_changes_requested',
  'pr_merged',
  'pr_closed',
])

/** What those are told who watch the repository; nobody takes part yet. */
const opened: ReadonlySet<NotificationType> = new Set<NotificationType>(['issue_opened', 'pr_opened'])

export async function tellOfThread(app: Needs, event: ThreadEvent, jobUuid: string): Promise<readonly Telling[]> {
  const [thread] = await readThreads(app.db, [event.threadId])
  if (thread === undefined) return []
  const called = await calledBy(app, event)
  const isNew = event.type === 'issue.opened' || event.type === 'pull.opened'
  const tellings: Telling[] = []
  for (const { type, userIds } of whoInThread(event, thread, await reviewOf(app, event))) {
    const concerned = isNew ? userIds.filter((id) => !called.has(id)) : userIds
    const others = (await followersOf(app, thread, type)).filter((id) => !called.has(id))
    tellings.push({
      type,
      userIds: [...concerned, ...others],
      repoId: thread.repoId,
      threadId: thread.id,
      teamId: null,
      pipelineId: null,
      actorId: event.actorId,
      title: thread.title,
      eventKey: sayingOf(event) ?? jobUuid,
      unmailedIds: await unmailedBy(app, event, thread),
    })
  }
  return tellings
}

/** Whoever follows the thread would have a mail of what is said there in any case. */
async function unmailedBy(app: Needs, event: ThreadEvent, thread: Thread): Promise<readonly number[]> {
  if (event.type !== 'thread.mentioned' || event.unmailedIds === undefined) return []
  const followers = await followersOf(app, thread, 'issue_commented')
  return event.unmailedIds.filter((id) => !followers.includes(id))
}

async function followersOf(app: Needs, thread: Thread, type: NotificationType): Promise<readonly number[]> {
  if (opened.has(type)) return watchersOf(app.db, thread)
  return followed.has(type) ? [...(await watchersOf(app.db, thread)), ...(await participantsOf(app.db, thread.id))] : []
}

/** A comment is one thing, whether it mentions somebody, answers their issue, or both; so is a review with all it says. */
function sayingOf(event: ThreadEvent): string | null {
  if ('reviewId' in event && event.reviewId !== undefined) return sayingKey({ kind: 'review', id: event.reviewId })
  if (!('commentId' in event) || event.commentId === null) return null
  return sayingKey({ kind: 'comment', id: event.commentId })
}

type Concerned = Pick<Telling, 'type' | 'userIds'>

function whoInThread(event: ThreadEvent, thread: Thread, review: SaidReview | null): readonly Concerned[] {
  const author = thread.author === null ? [] : [thread.author.id]
  const verdict = review === null ? null : verdicts[review.state]
  const assigned: Concerned = { type: 'issue_assigned', userIds: thread.assignees.map(({ id }) => id) }
  switch (event.type) {
    case 'thread.mentioned':
      // The author hears the verdict itself, whatever its words are.
      return [
        { type: 'issue_mentioned', userIds: event.userIds.filter((id) => verdict === null || !author.includes(id)) },
      ]
    case 'thread.arranged':
      return [{ ...assigned, userIds: newlyAssigned(event, thread) }]
    case 'issue.opened':
      return [assigned, { type: 'issue_opened', userIds: [] }]
    case 'pull.opened':
      return [assigned, { type: 'pr_opened', userIds: [] }]
    case 'comment.created':
      if (verdict !== null) return []
      return [{ type: thread.kind === 'pull' ? 'pr_commented' : 'issue_commented', userIds: author }]
    case 'issue.closed':
      return [{ type: 'issue_closed', userIds: thread.assignees.map(({ id }) => id) }]
    case 'pull.merged':
      return [{ type: 'pr_merged', userIds: author }]
    case 'pull.closed':
      return [{ type: 'pr_closed', userIds: author }]
    case 'pull.review-requested':
      return [{ type: 'review_requested', userIds: event.userIds }]
    case 'pull.reviewer-assigned':
      return [{ type: 'pr_assigned', userIds: event.userIds }]
    case 'review.submitted':
      if (verdict !== null) return [{ type: verdict, userIds: author }]
      // What was said about lines is told as that.
      return review === null || review.body.trim() === '' ? [] : [{ type: 'pr_commented', userIds: author }]
  }
}

/** Those of them who still are. */
function newlyAssigned({ arrangement }: Extract<ThreadEvent, { type: 'thread.arranged' }>, thread: Thread) {
  if (arrangement.change !== 'assigned') return []
  return thread.assignees.filter(({ username }) => arrangement.names.includes(username)).map(({ id }) => id)
}

/**
 * Who is mentioned in what is said, by name or as a team, or asked to review what is opened, hears that, and not that
 * something was said or opened.
 */
async function calledBy({ db }: Needs, event: ThreadEvent): Promise<ReadonlySet<number>> {
  const keys = await targetsOf(db, event)
  if (keys.length === 0) return new Set()
  const teams = db.selectFrom('team_mentions').select('team_id').where('target_key', 'in', keys)
  const rows = await db
    .selectFrom('mentions')
    .select('user_id')
    .where('target_key', 'in', keys)
    .union(db.selectFrom(selectMembersOf(db, teams).as('members')).select('user_id'))
    .execute()
  return new Set([...rows.map((row) => row.user_id), ...(await askedIn(db, event))])
}

/** The texts that an event is about. All that a review says is one thing. */
async function targetsOf(reader: Reader, event: ThreadEvent): Promise<readonly string[]> {
  switch (event.type) {
    case 'issue.opened':
    case 'pull.opened':
      return [`t${event.threadId}`]
    case 'comment.created':
      return event.reviewId === undefined ? [`c${event.commentId}`] : textsOfReview(reader, event.reviewId)
    case 'review.submitted':
      return textsOfReview(reader, event.reviewId)
    default:
      return []
  }
}

async function textsOfReview(reader: Reader, reviewId: number): Promise<readonly string[]> {
  const rows = await reader.selectFrom('line_comments').select('comment_id').where('review_id', '=', reviewId).execute()
  return [`r${reviewId}`, ...rows.map((row) => `c${row.comment_id}`)]
}

async function askedIn(reader: Reader, { type, threadId }: ThreadEvent): Promise<readonly number[]> {
  if (type !== 'pull.opened') return []
  const rows = await reader
    .selectFrom('requested_reviewers')
    .select('user_id')
    .where('thread_id', '=', threadId)
    .execute()
  return rows.map((row) => row.user_id)
}

interface SaidReview {
  readonly state: 'pending' | 'approved' | 'changes_requested' | 'commented'
  readonly body: string
}

/** A verdict is told as one, with all that it says. */
const verdicts = {
  approved: 'pr_approved',
  changes_requested: 'pr_changes_requested',
  commented: null,
  pending: null,
} as const satisfies Record<SaidReview['state'], NotificationType | null>

async function reviewOf(app: Needs, event: ThreadEvent): Promise<SaidReview | null> {
  if (!('reviewId' in event) || event.reviewId === undefined) return null
  const review = app.db.selectFrom('reviews').select(['state', 'body']).where('id', '=', event.reviewId)
  return (await review.executeTakeFirst()) ?? null
}
