import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import type { NotificationType } from '../../core/notification-types.ts'
import type { EventOf } from '../../outbox/subscriptions.ts'
import { maintainersOf } from '../access/maintainers-of.ts'
import { whyShut } from '../pipelines/end-pipelines-of.ts'
import { shortRef } from '../pipelines/short-ref.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { tellOfThread } from './thread-recipients.ts'

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
  /** Those who hear of it in the inbox alone. */
  readonly unmailedIds?: readonly number[]
  /** One of many alike: it comes to the inbox of those alone who want them all. */
  readonly isUsual?: boolean
}

type Needs = Pick<App, 'db'>

/** "Who is told what" in one table. Nobody is, when the thing is gone by now; what comes first goes before the rest. */
export async function tellingsOf(app: Needs, event: NotifyingEvent, jobUuid: string): Promise<readonly Telling[]> {
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

/** A share with a team reaches everybody in it. */
async function tellOfAccess(
  app: Needs,
  { repoId, granteeId, actorId }: Extract<NotifyingEvent, { type: 'repo.shared' }>,
  jobUuid: string,
): Promise<readonly Telling[]> {
  const repo = await app.db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.name', 'repos.slug'])
    .where('repos.id', '=', repoId)
    .executeTakeFirst()
  if (repo === undefined) return []
  const members = await app.db
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', granteeId)
    .orderBy('user_id')
    .execute()
  return [
    {
      type: 'repo_access_granted',
      userIds: members.length === 0 ? [granteeId] : members.map((row) => row.user_id),
      repoId,
      threadId: null,
      teamId: null,
      pipelineId: null,
      actorId,
      title: `${repo.name}/${repo.slug}`,
      eventKey: jobUuid,
    },
  ]
}

async function tellOfMembership(
  app: Needs,
  { teamId, userId, actorId }: Extract<NotifyingEvent, { type: 'team.member-added' }>,
  jobUuid: string,
): Promise<readonly Telling[]> {
  const team = await app.db.selectFrom('owners').select('name').where('id', '=', teamId).executeTakeFirst()
  if (team === undefined) return []
  return [
    {
      type: 'team_member_added',
      userIds: [userId],
      repoId: null,
      threadId: null,
      teamId,
      pipelineId: null,
      actorId,
      title: team.name,
      eventKey: jobUuid,
    },
  ]
}

/** Whoever started it hears how it went; who canceled it knows. What nobody here has stopped is told to maintainers. */
async function tellOfPipeline(
  app: Needs,
  { repoId, pipelineId, status }: Extract<NotifyingEvent, { type: 'pipeline.finished' }>,
  jobUuid: string,
): Promise<readonly Telling[]> {
  const row = await app.db
    .selectFrom('pipelines')
    .select(['id', 'number', 'repo_id', 'ref', 'triggered_by', 'trigger_event', 'created_at', 'error'])
    .where('id', '=', pipelineId)
    .executeTakeFirst()
  const isShut = status === 'canceled' && Object.values<string | null>(whyShut).includes(row?.error ?? null)
  if (row === undefined || (status === 'canceled' && !isShut)) return []
  const isClock = row.triggered_by === null && row.trigger_event === 'schedule' && !isShut
  const userIds = isShut
    ? await maintainerIds(app, repoId)
    : isClock
      ? await hearersOfClock(app, row, status)
      : [row.triggered_by].filter((id) => id !== null)
  return [
    {
      type: status === 'success' ? 'ci_succeeded' : 'ci_failed',
      userIds,
      repoId,
      threadId: null,
      teamId: null,
      pipelineId,
      // It is their own push, and the news is not.
      actorId: null,
      title: `${isClock ? 'Scheduled pipeline' : 'Pipeline'} #${row.number} of ${shortRef(row.ref)}`,
      eventKey: jobUuid,
      isUsual: status === 'success' && !isClock && !(await isNews(app, row)),
    },
  ]
}

const ends = ['success', 'failed', 'timed_out', 'error'] as const

/** The first of a repository that ended well, or one of a ref that the last one before it had left broken. */
async function isNews(
  app: Needs,
  { id, number, repo_id: repoId, ref }: { id: number; number: number; repo_id: number; ref: string },
): Promise<boolean> {
  const ended = app.db
    .selectFrom('pipelines')
    .select('status')
    .where('repo_id', '=', repoId)
    .where('status', 'in', ends)
  const before = await ended
    .where('ref', '=', ref)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before !== undefined) return before.status !== 'success'
  const first = await ended.where('number', '<', number).orderBy('number', 'desc').limit(1).executeTakeFirst()
  return first === undefined
}

/**
 * What the clock starts is nobody's push: those who look after the repository hear when it begins to fail, once a day while
 * it goes on failing, and when it is well again. A schedule may run every five minutes.
 */
async function hearersOfClock(
  app: Needs,
  { id, repo_id: repoId, ref, created_at: at }: { id: number; repo_id: number; ref: string; created_at: number },
  status: string,
): Promise<readonly number[]> {
  const before = await app.db
    .selectFrom('pipelines')
    .select(['status', 'created_at'])
    .where('repo_id', '=', repoId)
    .where('ref', '=', ref)
    .where('trigger_event', '=', 'schedule')
    .where('status', 'in', ends)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const wasWell = before === undefined || before.status === 'success'
  const isSameDay = before !== undefined && Math.floor(before.created_at / day) === Math.floor(at / day)
  if (status === 'success' ? wasWell : !wasWell && isSameDay) return []
  return maintainerIds(app, repoId)
}

async function maintainerIds({ db }: Needs, repoId: number): Promise<readonly number[]> {
  const repo = await findRepoById(db, repoId)
  return repo === null ? [] : (await maintainersOf(db, repo)).map((person) => person.id)
}
