import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { day, hour } from '../../core/clock.ts'
import { emailDefaults, inboxChoices, inboxDefault, notificationTypes } from '../../core/notification-types.ts'
import { slicesOf } from '../../core/slices-of.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { belongsTo } from '../repos/visible-to.ts'
import { hasMuted } from '../subscriptions/watchers-of.ts'
import { type NotifyingEvent, type Telling, tellingsOf } from './recipients.ts'

/** So many people in one transaction: a team of thousands does not hold up everybody else. */
const atOnce = 500
/** From one person to another, in a day. */
const mostTeamMails = 3
/** To an address that nobody has confirmed, in a day: whoever it belongs to may never have heard of us. */
const mostUnconfirmed = 50
/** From one person to another, in an hour: to be assigned and relieved again and again is told in the inbox. */
const mostFromOne = 100
/** Where to look for them: among the last that somebody was told of. */
const lately = 300

/** Tells everybody whom an event concerns: not whoever did it, not those who may not see it, and nobody twice. */
export async function notify(app: Pick<App, 'db'>, event: NotifyingEvent, jobUuid: string): Promise<void> {
  for (const telling of await tellingsOf(app, event, jobUuid)) await tellAll(app, telling)
}

async function tellAll(app: Pick<App, 'db'>, telling: Telling): Promise<void> {
  const others = [...new Set(telling.userIds)].filter((id) => id !== telling.actorId)
  for (const some of slicesOf(others, atOnce)) await inTransaction(app, (tx) => tell(tx, telling, some))
}

async function tell(tx: Tx, telling: Telling, userIds: readonly number[]): Promise<void> {
  const places = await takePlaces(tx, telling, userIds)
  if (places.length === 0) return
  const ids = places.map(({ id }) => id)
  const chosen = sql`coalesce(quiet.inbox, ${sql.lit(inboxDefault(telling.type))})`
  const unwanted =
    telling.isUsual === true
      ? sql`${chosen} <> ${sql.lit(inboxChoices.all)}`
      : sql`${chosen} = ${sql.lit(inboxChoices.none)}`
  // From the positions that were just taken: a thousand rows are one short statement.
  const rows = await tx
    .insertInto('notifications')
    .columns([
      ...(['user_id', 'position', 'event_key', 'type', 'repo_id', 'thread_id', 'team_id'] as const),
      ...(['pipeline_id', 'actor_id', 'title', 'created_at', 'read_at', 'done_at'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'users.id',
          'users.last_notification',
          sql<string>`${telling.eventKey}`.as('event_key'),
          sql<string>`${telling.type}`.as('type'),
          sql<number | null>`cast(${telling.repoId} as bigint)`.as('repo_id'),
          sql<number | null>`cast(${telling.threadId} as bigint)`.as('thread_id'),
          sql<number | null>`cast(${telling.teamId} as bigint)`.as('team_id'),
          sql<number | null>`cast(${telling.pipelineId} as bigint)`.as('pipeline_id'),
          sql<number | null>`cast(${telling.actorId} as bigint)`.as('actor_id'),
          sql<string>`${telling.title}`.as('title'),
          sql<number>`cast(${tx.now} as bigint)`.as('created_at'),
          // Whoever does not want such news in the inbox finds them among what is done.
          sql<number | null>`case when ${unwanted} then cast(${tx.now} as bigint) end`.as('read_at'),
          sql<number | null>`case when ${unwanted} then cast(${tx.now} as bigint) end`.as('done_at'),
        ])
        .leftJoin('notification_preferences as quiet', (join) =>
          join.onRef('quiet.user_id', '=', 'users.id').on('quiet.type', '=', telling.type),
        )
        .where('users.id', 'in', ids),
    )
    .returning(['id', 'user_id'])
    .execute()
  const byMail = await wantMail(tx, telling, ids)
  for (const row of rows) {
    if (byMail.has(row.user_id)) await emit(tx, { type: 'notification.to-mail', notificationId: row.id })
  }
  await tx.notify('notifications', ids.join(','))
}

/**
 * The next position of everybody who is to be told: by the lock on their row, positions are committed in their order.
 * Left out: whoever was told of this before, is barred, may not see the repository, or has muted it, unless they
 * have just been let in.
 */
function takePlaces(
  tx: Tx,
  { repoId, threadId, eventKey, type }: Telling,
  userIds: readonly number[],
): Promise<readonly { readonly id: number; readonly position: number }[]> {
  const query = tx
    .updateTable('users')
    .set((eb) => ({ last_notification: eb('last_notification', '+', 1) }))
    .where('id', 'in', userIds)
    .where('disabled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notifications')
            .select('notifications.id')
            .whereRef('notifications.user_id', '=', 'users.id')
            .where('event_key', '=', eventKey),
        ),
      ),
    )
  const seeing =
    repoId === null
      ? query
      : query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('repos')
              .select('repos.id')
              .where('repos.id', '=', repoId)
              .where((inner) => inner.or([inner('repos.is_public', '=', 1), belongsTo(inner, inner.ref('users.id'))])),
          ),
        )
  const about = repoId !== null && type !== 'repo_access_granted' ? { repoId, threadId } : null
  const willing = about === null ? seeing : seeing.where((eb) => eb.not(hasMuted(eb, about)))
  return willing.returning(['id', 'last_notification as position']).execute()
}

/** Those who chose mail for this type, or never chose and get it by default. */
async function wantMail(tx: Tx, telling: Telling, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { type } = telling
  if (await isPestering(tx, telling)) return new Set()
  const rows = await tx
    .selectFrom('users')
    .leftJoin('notification_preferences as chosen', (join) =>
      join.onRef('chosen.user_id', '=', 'users.id').on('chosen.type', '=', type),
    )
    .select(['users.id', 'users.email_verified', 'chosen.email'])
    .where('users.id', 'in', userIds)
    .execute()
  const usual = emailDefaults[type] ? 1 : 0
  const unmailed = new Set(telling.unmailedIds)
  const willing = rows.filter((row) => (row.email ?? usual) === 1 && !unmailed.has(row.id))
  const unconfirmed = willing.filter((row) => row.email_verified === 0).map((row) => row.id)
  const hadEnough = new Set([
    ...(await mailedOften(tx, unconfirmed, { most: mostUnconfirmed, within: day })),
    ...(await mailedOften(
      tx,
      willing.map((row) => row.id),
      { most: mostFromOne, within: hour, by: telling.actorId },
    )),
  ])
  return new Set(willing.filter((row) => !hadEnough.has(row.id)).map((row) => row.id))
}

const mailedByDefault = notificationTypes.filter((type) => emailDefaults[type])

/**
 * Who has been mailed so often; what only came to the inbox does not count. `by`: of what this person did; null for the
 * service, which does nothing out of spite.
 */
async function mailedOften(
  tx: Tx,
  userIds: readonly number[],
  { most, within, by }: { readonly most: number; readonly within: number; readonly by?: number | null },
): Promise<readonly number[]> {
  if (userIds.length === 0 || by === null) return []
  const recent = tx
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .leftJoin('notification_preferences as chosen', (join) =>
      join.onRef('chosen.user_id', '=', 'users.id').onRef('chosen.type', '=', 'notifications.type'),
    )
    .select('notifications.user_id')
    .where('notifications.user_id', 'in', userIds)
    .where((eb) =>
      eb.or([
        eb('chosen.email', '=', 1),
        eb.and([eb('chosen.email', 'is', null), eb('notifications.type', 'in', mailedByDefault)]),
      ]),
    )
    .where((eb) => eb('notifications.position', '>', eb('users.last_notification', '-', lately)))
    .where('notifications.created_at', '>', tx.now - within)
    .groupBy('notifications.user_id')
    .having((eb) => eb(eb.fn.countAll<number>(), '>', most))
  const rows = await (by === undefined ? recent : recent.where('notifications.actor_id', '=', by)).execute()
  return rows.map((row) => row.user_id)
}

/** Anybody can put anybody into a team, out of it and in again: from one person the news of a few a day come by mail. */
async function isPestering(tx: Tx, { type, userIds, actorId }: Telling): Promise<boolean> {
  if (type !== 'team_member_added' || actorId === null) return false
  const told = await tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', 'in', userIds)
    .where('type', '=', type)
    .where('actor_id', '=', actorId)
    .where('created_at', '>', tx.now - day)
    .executeTakeFirstOrThrow()
  return Number(told.count) > mostTeamMails
}
