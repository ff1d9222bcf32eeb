import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { day } from '../../core/clock.ts'
import { dayOf } from '../../db/day-of.ts'
import { firstIdSince } from '../../db/first-id-since.ts'
import { countJobs } from '../../outbox/tend-jobs.ts'
import type { BusyTable, DayCounts } from './rows-by-day.ts'

export interface Overview {
  readonly users: { readonly total: number; readonly disabled: number; readonly admins: number }
  readonly sessions: number
  readonly jobs: { readonly ready: number; readonly running: number; readonly dead: number }
  /** A number a day, oldest first, today last. */
  readonly registrations: readonly number[]
  readonly signIns: readonly number[]
  readonly failedSignIns: readonly number[]
  readonly repos: { readonly total: number; readonly bytes: number }
  readonly pipelines: readonly number[]
  readonly failedPipelines: readonly number[]
  /** Issues, pull requests and what is said in them. */
  readonly talk: readonly number[]
}

const overviewDays = 30

export async function overview(app: Pick<App, 'db' | 'clock' | 'rowsByDay'>, _actor: AdminActor): Promise<Overview> {
  const now = app.clock.now()
  const [users, sessions, jobs, registrations, signIns, failedSignIns, ...others] = await Promise.all([
    app.db
      .selectFrom('users')
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.count<number>('disabled_at').as('disabled'),
        eb.fn.coalesce(eb.fn.sum<number>('is_admin'), eb.lit(0)).as('admins'),
      ])
      .executeTakeFirstOrThrow(),
    app.db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('open'))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(),
    countJobs(app.db),
    eventsByDay(app, now, ['USER_REGISTERED', 'USER_CREATED']),
    eventsByDay(app, now, ['LOGIN_SUCCEEDED']),
    eventsByDay(app, now, ['LOGIN_FAILED']),
    countRepos(app),
    rowsByDay(app, now, 'pipelines'),
    failuresByDay(app, now),
    rowsByDay(app, now, 'threads'),
    rowsByDay(app, now, 'comments'),
  ])
  const [repos, ran, failed, opened, said] = others
  return {
    users: { total: Number(users.total), disabled: Number(users.disabled), admins: Number(users.admins) },
    sessions: Number(sessions.open),
    jobs,
    registrations,
    signIns,
    failedSignIns,
    repos,
    pipelines: ran,
    failedPipelines: failed,
    talk: opened.map((count, index) => count + (said[index] ?? 0)),
  }
}

async function countRepos({ db }: Pick<App, 'db'>): Promise<Overview['repos']> {
  const row = await db
    .selectFrom('repos')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.coalesce(eb.fn.sum<number>('size_bytes'), eb.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), bytes: Number(row.bytes) }
}

function firstDay(now: number): number {
  return Math.floor(now / day) - overviewDays + 1
}

async function eventsByDay(
  { db }: Pick<App, 'db'>,
  now: number,
  events: readonly string[],
): Promise<readonly number[]> {
  const since = firstDay(now) * day
  const rows = await db
    .selectFrom('audit')
    .select((eb) => [dayOf(eb.ref('created_at')).as('at'), eb.fn.countAll<number>().as('count')])
    .where('event', 'in', events)
    .where('id', '>=', await firstIdSince(db, 'audit', since))
    .where('created_at', '>=', since)
    .groupBy('at')
    .execute()
  return inTurn(new Map(rows.map((row) => [row.at, Number(row.count)])), now)
}

async function rowsByDay(app: Pick<App, 'rowsByDay'>, now: number, table: BusyTable): Promise<readonly number[]> {
  return inTurn(await app.rowsByDay.count(table, firstDay(now)), now)
}

async function failuresByDay({ db }: Pick<App, 'db'>, now: number): Promise<readonly number[]> {
  const since = firstDay(now) * day
  const rows = await db
    .selectFrom('pipelines')
    .select((eb) => [dayOf(eb.ref('created_at')).as('at'), eb.fn.countAll<number>().as('count')])
    .where('status', 'in', ['failed', 'error', 'timed_out'])
    .where('id', '>=', await firstIdSince(db, 'pipelines', since))
    .where('created_at', '>=', since)
    .groupBy('at')
    .execute()
  return inTurn(new Map(rows.map((row) => [row.at, Number(row.count)])), now)
}

/** A number a day, today last. */
function inTurn(counts: DayCounts, now: number): readonly number[] {
  return Array.from({ length: overviewDays }, (_, index) => counts.get(firstDay(now) + index) ?? 0)
}
