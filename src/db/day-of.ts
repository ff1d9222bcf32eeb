import { type Expression, sql } from 'kysely'
import { day } from '../core/clock.ts'

/** The day of a time, counted in UTC since 1970, for counts by day. */
export function dayOf(time: Expression<number>) {
  return sql<number>`cast(${time} / ${sql.lit(day)} as integer)`
}
