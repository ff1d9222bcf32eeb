import type { App } from '../../app.ts'

type Needs = Pick<App, 'clock' | 'db'>

export interface DueHook {
  readonly id: number
  /** The last thing that it was sent did not arrive. */
  readonly isFailing: boolean
}

/** Who may be served besides those who are. */
export interface Room {
  /** Who is served already. */
  readonly except: readonly number[]
  readonly places: number
  /** So many of the places are for those that are failing. */
  readonly failingPlaces: number
}

/** Those that have something to be sent, and that nobody is at work on: the longest waiting first. */
export async function dueHooks(app: Needs, { except, places, failingPlaces }: Room): Promise<readonly DueHook[]> {
  const now = app.clock.now()
  const due = waiting(app, except)
    .select(['id', 'failures', 'due_at as dueAt'])
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .orderBy('due_at')
  const [well, failing] = await Promise.all([
    due.where('failures', '=', 0).limit(Math.max(0, places)).execute(),
    due
      .where('failures', '>', 0)
      .limit(Math.max(0, Math.min(places, failingPlaces)))
      .execute(),
  ])
  return [...well, ...failing]
    .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
    .slice(0, Math.max(0, places))
    .map(({ id, failures }) => ({ id, isFailing: failures > 0 }))
}

/** When the next one falls due that there is a place for; null when none is waiting. */
export async function nextHookDue(app: Needs, { except, places, failingPlaces }: Room): Promise<number | null> {
  if (places <= 0) return null
  const all = waiting(app, except)
  const row = await (failingPlaces > 0 ? all : all.where('failures', '=', 0))
    .select((eb) => {
      const free = eb.case().when('lease_until', '>', eb.ref('due_at')).then(eb.ref('lease_until'))
      return eb.fn.min(free.else(eb.ref('due_at')).end()).as('at')
    })
    .executeTakeFirst()
  return row?.at ?? null
}

function waiting(app: Needs, except: readonly number[]) {
  const query = app.db.selectFrom('webhooks').where('due_at', 'is not', null)
  return except.length === 0 ? query : query.where('id', 'not in', except)
}
