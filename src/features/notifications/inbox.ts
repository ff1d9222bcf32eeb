import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import { nameKey } from '../../core/slug.ts'
import { prepared, preparedList } from '../../db/prepared.ts'
import { readLongPage } from '../../db/read-page.ts'
import type { Notification } from './notification.ts'
import { selectForMany, selectNotifications, toNotification } from './store.ts'

type Needs = Pick<App, 'db'>

export interface InboxFilter {
  readonly unread: boolean
  readonly type: string | null
  /** Of one repository: `ada/anvil`. */
  readonly repo?: string | null | undefined
  /** Only what somebody is done with, or only the rest; both where it is absent. */
  readonly done?: boolean | undefined
  /** Only among so many of the last. */
  readonly newest?: number | undefined
}

/** Of a busy repository there are a hundred thousand after some years, and whether each may still be seen has to be looked up. */
const mostCounted = 2000

/** The newest first. */
export async function listNotifications(
  app: Needs,
  actor: SessionActor,
  filter: InboxFilter,
  request: PageRequest,
): Promise<Page<Notification>> {
  let query = selectNotifications(app.db, actor.user.id).orderBy('notifications.position', 'desc')
  if (filter.unread) query = query.where('notifications.read_at', 'is', null)
  if (filter.type !== null) query = query.where('notifications.type', '=', filter.type)
  if (filter.done !== undefined) query = query.where('notifications.done_at', filter.done ? 'is not' : 'is', null)
  const { newest } = filter
  if (newest !== undefined) {
    const last = app.db.selectFrom('users').where('users.id', '=', actor.user.id)
    query = query.where(
      'notifications.position',
      '>',
      last.select((eb) => eb('last_notification', '-', newest).as('before')),
    )
  }
  if (filter.repo !== undefined && filter.repo !== null) {
    const [owner = '', slug = ''] = filter.repo.split('/')
    query = query.where('repo_owner.name_key', '=', nameKey(owner)).where('repos.slug_key', '=', nameKey(slug))
  }
  return mapPage(await readLongPage(query, request, mostCounted), toNotification)
}

export interface NotifiedRepo {
  readonly owner: string
  readonly slug: string
  readonly unread: number
}

const mostRepos = 20

/** The repositories that somebody has unread news of, as far as these are new: the most first. */
export async function listNotifiedRepos(app: Needs, actor: SessionActor): Promise<readonly NotifiedRepo[]> {
  const rows = await app.db
    .selectFrom(
      selectNotifications(app.db, actor.user.id)
        .where('notifications.read_at', 'is', null)
        .orderBy('notifications.position', 'desc')
        .limit(mostCounted)
        .as('told'),
    )
    .select((eb) => ['told.repo_owner as owner', 'told.repo_slug as slug', eb.fn.countAll<number>().as('unread')])
    .where('told.repo_slug', 'is not', null)
    .groupBy(['told.repo_owner', 'told.repo_slug'])
    .orderBy('unread', 'desc')
    .orderBy('told.repo_slug')
    .limit(mostRepos)
    .execute()
  return rows.flatMap(({ owner, slug, unread }) =>
    owner === null || slug === null ? [] : [{ owner, slug, unread: Number(unread) }],
  )
}

const enough = 100

/** No further than the bell shows. */
export async function countUnread(app: Needs, userId: number): Promise<number> {
  return (await unreadOf(app.db, { userId })).length
}

const unreadOf = prepared((db, its: { userId: number }) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', its.userId)
    .where('read_at', 'is', null)
    .limit(enough),
)

const batch = 100

/** What came after a position, in order: for streams that catch up. */
export async function notificationsAfter(
  app: Needs,
  userId: number,
  position: number,
): Promise<readonly Notification[]> {
  const rows = await selectNotifications(app.db, userId)
    .where('notifications.position', '>', position)
    .orderBy('notifications.position')
    .limit(batch)
    .execute()
  return rows.map(toNotification)
}

/** So far behind the newest, a stream is read for by itself. */
export const nearby = 20

export interface Recent {
  readonly userId: number
  readonly notification: Notification
}

/** The last few of everybody of these, each in order: one question for all the streams that an event reaches. */
export async function recentNotifications(app: Needs, userIds: readonly number[]): Promise<readonly Recent[]> {
  const rows = await nearOf(app.db, userIds, {})
  return rows.map((row) => ({ userId: row.user_id, notification: toNotification(row) }))
}

const nearOf = preparedList((db, userIds: readonly number[]) =>
  selectForMany(db, userIds)
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .whereRef('notifications.position', '>', (eb) => eb('users.last_notification', '-', nearby))
    .orderBy('notifications.user_id')
    .orderBy('notifications.position'),
)

/** The position of the newest of everybody of these, seen or not. */
export async function lastPositions(app: Needs, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return new Map((await positionsOf(app.db, userIds, {})).map((row) => [row.id, row.last_notification]))
}

const positionsOf = preparedList((db, userIds: readonly number[]) =>
  db.selectFrom('users').select(['id', 'last_notification']).where('id', 'in', userIds),
)

/** The position of the newest, seen or not. */
export async function lastPosition(app: Needs, userId: number): Promise<number> {
  return (await lastPositions(app, [userId])).get(userId) ?? 0
}
