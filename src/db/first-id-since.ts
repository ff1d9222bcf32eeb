import { hour } from '../core/clock.ts'
import type { Db } from './handle.ts'
import { prepared } from './prepared.ts'

/** What is in them is never older than what was there before: nothing is brought from elsewhere. */
export type TimedTable = 'audit' | 'pipelines'

/** What is written at the same time may get its ids in another order, and the clocks of processes differ. */
const slack = hour

/**
 * An id from which on a table holds all rows since a time, and hardly any older ones. Ids grow with time, so it is found
 * by halving: an index of times would be paid for with every row that is written.
 */
export async function firstIdSince(db: Db, table: TimedTable, time: number): Promise<number> {
  const [last] = await lastRow[table](db, {})
  let before = 0
  let since = (last?.id ?? 0) + 1
  while (before + 1 < since) {
    const middle = Math.floor((before + since) / 2)
    const [row] = await rowFrom[table](db, { id: middle })
    if (row === undefined || row.created_at >= time - slack) since = middle
    else before = row.id
  }
  return since
}

const lastRow = { audit: newest('audit'), pipelines: newest('pipelines') }
const rowFrom = { audit: from('audit'), pipelines: from('pipelines') }

function newest(table: TimedTable) {
  return prepared((db) => db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1))
}

function from(table: TimedTable) {
  return prepared((db, its: { id: number }) =>
    db.selectFrom(table).select(['id', 'created_at']).where('id', '>=', its.id).orderBy('id').limit(1),
  )
}
