import type { App } from '../../app.ts'
import type { NotificationType } from '../../core/notification-types.ts'
import type { EventOf } from '../../outbox/subscriptions.ts'
import { shortRef } from '../pipelines/short-ref.ts'
import { watchersOf } from '../subscriptions/watchers-of.ts'
import { readThreads } from '../threads/keep-thread.ts'
import type { Thread } from '../threads/thread.ts'

export type NotifyingEvent = EventOf<'notify'>

/** Who is told what, before anybody asks whether they may know. */
export interface Telling {
  readonly type: NotificationType
  readonly userIds: readonly number[]
  readonly repoId: number | null
  readonly threadId: number | null
  readonly teamId: number | null
  readonly pipelineId: number | null
  readonly actorId: number | null
  readonly title: string
  /** What happened, as people would count it: who is reached by it twice is told once. */
  readonly eventKey: string
}

type Needs = Pick<App, 'db'>

/** "Who is told what" in one table. Null when the thing is gone by now. */
export async function tellingOf(app: Needs, event: NotifyingEvent, jobUuid: string): Promise<Telling | null> {
  switch (event.type) {
    case 'repo.shared':
      return tellOfAccess(app, event, jobUuid)
    case 'team.member-added':
      return tellOfMembership(app, event, jobUuid)
    case 'pipeline.finished':
      return tellOfPipeline(app, event, jobUuid)
    default:
      return tellOfThread(app, event, jobUuid)
  }
}

type ThreadEvent = Exclude<NotifyingEvent, { type: 'repo.shared' | 'team.member-added' | 'pipeline.finished' }>

/** What also those are told who watch. */
const watched: ReadonlySet<NotificationType> = new Set<NotificationType>([
  'issue_commented',
  'issue_closed',
  'pr_commented',
  'pr_merged',
  'pr_closed',
  'issue_opened',
  'pr_opened',
])

async function tellOfThread(app: Needs, event: ThreadEvent, jobUuid: string): Promise<Telling | null> {
  const [thread] = await readThreads(app.db, [event.threadId])
  if (thread === undefined) return null
  if (event.type === 'review.submitted' && !(await saysSomething(app, event.reviewId))) return null
  const { type, userIds: concerned } = whoInThread(event, thread)
  const watchers = watched.has(type) ? await watchersOf(app.db, thread) : []
  const isNew = event.type === 'issue.opened' || event.type === 'pull.opened'
  const called = isNew ? await calledBy(app, thread.id) : new Set<number>()
  const userIds = [...concerned, ...watchers].filter((id) => !called.has(id))
  return {
    type,
    userIds,
    repoId: thread.repoId,
    threadId: thread.id,
    teamId: null,
    pipelineId: null,
    actorId: event.actorId,
    title: thread.title,
    eventKey: sayingOf(event) ?? jobUuid,
  }
}

/** A comment is one thing, whether it mentions somebody, answers their issue, or both; so is a review with all it says. */
function sayingOf(event: ThreadEvent): string | null {
  if ('reviewId' in event && event.reviewId !== undefined) return `review ${event.reviewId}`
  return 'commentId' in event && event.commentId !== null ? `comment ${event.commentId}` : null
}

function whoInThread(event: ThreadEvent, thread: Thread): Pick<Telling, 'type' | 'userIds'> {
  const author = thread.author === null ? [] : [thread.author.id]
  switch (event.type) {
    case 'thread.mentioned':
      return { type: 'issue_mentioned', userIds: event.userIds }
    case 'issue.opened':
      return { type: 'issue_opened', userIds: [] }
    case 'pull.opened':
      return { type: 'pr_opened', userIds: [] }
    case 'comment.created':
      return { type: thread.kind === 'pull' ? 'pr_commented' : 'issue_commented', userIds: author }
    case 'issue.closed':
      return { type: 'issue_closed', userIds: thread.assignees.map(({ id }) => id) }
    case 'pull.merged':
      return { type: 'pr_merged', userIds: author }
    case 'pull.closed':
      return { type: 'pr_closed', userIds: author }
    case 'pull.review-requested':
      return { type: 'review_requested', userIds: event.userIds }
    case 'pull.reviewer-assigned':
      return { type: 'pr_assigned', userIds: event.userIds }
    case 'review.submitted':
      return { type: 'pr_commented', userIds: author }
  }
}

/** Who is mentioned in what a thread says, or asked to review it, hears that: it is news enough that it was opened. */
async function calledBy(app: Needs, threadId: number): Promise<ReadonlySet<number>> {
  const rows = await app.db
    .selectFrom('mentions')
    .select('user_id')
    .where('target_key', '=', `t${threadId}`)
    .union(app.db.selectFrom('requested_reviewers').select('user_id').where('thread_id', '=', threadId))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** A verdict without a word is no comment. What was said about lines is told as that. */
async function saysSomething(app: Needs, reviewId: number): Promise<boolean> {
  const review = await app.db.selectFrom('reviews').select('body').where('id', '=', reviewId).executeTakeFirst()
  return review !== undefined && review.body.trim() !== ''
}

/** A share with a team reaches everybody in it. */
async function tellOfAccess(
  app: Needs,
  { repoId, granteeId, actorId }: Extract<NotifyingEvent, { type: 'repo.shared' }>,
  jobUuid: string,
): Promise<Telling | null> {
  const repo = await app.db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.name', 'repos.slug'])
    .where('repos.id', '=', repoId)
    .executeTakeFirst()
  if (repo === undefined) return null
  const members = await app.db
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', granteeId)
    .orderBy('user_id')
    .execute()
  return {
    type: 'repo_access_granted',
    userIds: members.length === 0 ? [granteeId] : members.map((row) => row.user_id),
    repoId,
    threadId: null,
    teamId: null,
    pipelineId: null,
    actorId,
    title: `${repo.name}/${repo.slug}`,
    eventKey: jobUuid,
  }
}

async function tellOfMembership(
  app: Needs,
  { teamId, userId, actorId }: Extract<NotifyingEvent, { type: 'team.member-added' }>,
  jobUuid: string,
): Promise<Telling | null> {
  const team = await app.db.selectFrom('owners').select('name').where('id', '=', teamId).executeTakeFirst()
  if (team === undefined) return null
  return {
    type: 'team_member_added',
    userIds: [userId],
    repoId: null,
    threadId: null,
    teamId,
    pipelineId: null,
    actorId,
    title: team.name,
    eventKey: jobUuid,
  }
}

/** Whoever started it hears how it went; who canceled it knows. */
async function tellOfPipeline(
  app: Needs,
  { repoId, pipelineId, status }: Extract<NotifyingEvent, { type: 'pipeline.finished' }>,
  jobUuid: string,
): Promise<Telling | null> {
  const row = await app.db
    .selectFrom('pipelines')
    .select(['number', 'ref', 'triggered_by'])
    .where('id', '=', pipelineId)
    .executeTakeFirst()
  if (row === undefined || row.triggered_by === null || status === 'canceled') return null
  return {
    type: status === 'success' ? 'ci_succeeded' : 'ci_failed',
    userIds: [row.triggered_by],
    repoId,
    threadId: null,
    teamId: null,
    pipelineId,
    // It is their own push, and the news is not.
    actorId: null,
    title: `Pipeline #${row.number} of ${shortRef(row.ref)}`,
    eventKey: jobUuid,
  }
}
