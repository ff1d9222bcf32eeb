import { sql } from 'kysely'
import { type Clock, hour } from '../../core/clock.ts'
import { Pace } from '../../core/pace.ts'
import { dayOf } from '../../db/day-of.ts'
import type { Db } from '../../db/handle.ts'

/** They get a row for everything that somebody does. */
export type BusyTable = 'comments' | 'pipelines' | 'threads'
/** Of days counted from 1970 on, in UTC; those without any are left out. */
export type DayCounts = ReadonlyMap<number, number>

/** A few milliseconds, for which everybody else waits. */
const rowsAtOnce = 20_000
/** By then some may be deleted. */
const rememberedFor = hour

interface Seen {
  readonly at: number
  readonly first: number
  readonly counts: Map<number, number>
  /** Up to this one all are counted. */
  lastId: number
}

/**
 * How many rows a table got on each of the last days, by their ids, which grow with time: an index of times would be paid
 * for with every row that is written. What was looked at is not looked at again.
 */
export class RowsByDay {
  readonly #db: Db
  readonly #clock: Clock
  readonly #seen = new Map<BusyTable, Seen>()
  readonly #underWay = new Map<BusyTable, Promise<DayCounts>>()

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** From a day on. Those who ask at the same time are answered together. */
  count(table: BusyTable, first: number): Promise<DayCounts> {
    const begun = this.#underWay.get(table)
    if (begun !== undefined) return begun
    const counted = this.#count(table, first).finally(() => this.#underWay.delete(table))
    this.#underWay.set(table, counted)
    return counted
  }

  async #count(table: BusyTable, first: number): Promise<DayCounts> {
    const lastId = await this.#lastId(table)
    const known = this.#seen.get(table)
    const now = this.#clock.now()
    if (known?.first === first && now - known.at < rememberedFor) {
      const pace = new Pace()
      while (known.lastId < lastId) {
        const to = Math.min(known.lastId + rowsAtOnce, lastId)
        await this.#add(table, known, [known.lastId + 1, to])
        known.lastId = to
        await pace.isOver()
      }
      return known.counts
    }
    const seen: Seen = { at: now, first, counts: new Map(), lastId }
    await this.#countDown(table, seen)
    this.#seen.set(table, seen)
    return seen.counts
  }

  /** Until there are older ones. */
  async #countDown(table: BusyTable, seen: Seen): Promise<void> {
    const pace = new Pace()
    for (let to = seen.lastId; to > 0; to -= rowsAtOnce) {
      const hasOlder = await this.#add(table, seen, [to - rowsAtOnce + 1, to])
      if (hasOlder) return
      await pace.isOver()
    }
  }

  /** Whether older ones are among them. What was brought from elsewhere has the times that it had there, and says nothing. */
  async #add(table: BusyTable, { first, counts }: Seen, [from, to]: readonly [number, number]): Promise<boolean> {
    const rows = await this.#db
      .selectFrom(table)
      .select((eb) => [dayOf(eb.ref('created_at')).as('at'), eb.fn.countAll<number>().as('count'), brought(table)])
      .where('id', '>=', from)
      .where('id', '<=', to)
      .groupBy('at')
      .execute()
    const lately = rows.filter(({ at }) => at >= first)
    for (const { at, count } of lately) counts.set(at, (counts.get(at) ?? 0) + Number(count))
    return rows.some(({ at, count, brought: others }) => at < first && Number(count) > Number(others))
  }

  async #lastId(table: BusyTable): Promise<number> {
    const row = await this.#db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return row?.id ?? 0
  }
}

function brought(table: BusyTable) {
  return (table === 'pipelines' ? sql<number>`0` : sql<number>`count(author_elsewhere)`).as('brought')
}
