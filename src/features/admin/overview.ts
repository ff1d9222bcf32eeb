import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { day } from '../../core/clock.ts'
import { countJobs } from '../../outbox/jobs.ts'

export interface Overview {
  readonly users: { readonly total: number; readonly disabled: number; readonly admins: number }
  readonly sessions: number
  readonly jobs: { readonly ready: number; readonly running: number; readonly dead: number }
  /** A number a day, oldest first, today last. */
  readonly registrations: readonly number[]
  readonly signIns: readonly number[]
  readonly failedSignIns: readonly number[]
}

const overviewDays = 30

export async function overview(app: Pick<App, 'db' | 'clock'>, _actor: AdminActor): Promise<Overview> {
  const now = app.clock.now()
  const [users, sessions, jobs, registrations, signIns, failedSignIns] = await Promise.all([
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
  ])
  return {
    users: { total: Number(users.total), disabled: Number(users.disabled), admins: Number(users.admins) },
    sessions: Number(sessions.open),
    jobs,
    registrations,
    signIns,
    failedSignIns,
  }
}

async function eventsByDay(app: Pick<App, 'db'>, now: number, events: readonly string[]): Promise<readonly number[]> {
  const today = Math.floor(now / day)
  const first = today - overviewDays + 1
  const rows = await app.db
    .selectFrom('audit')
    .select((eb) => [
      eb.cast<number>(eb('created_at', '/', day), 'integer').as('at'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('event', 'in', events)
    .where('created_at', '>=', first * day)
    .groupBy('at')
    .execute()
  const counts = new Map(rows.map((row) => [row.at, Number(row.count)]))
  return Array.from({ length: overviewDays }, (_, index) => counts.get(first + index) ?? 0)
}
