import type { SelectQueryBuilder } from 'kysely'
import { offsetOf, type Page, type PageRequest } from '../core/page.ts'

/**
 * One page of what a query finds, and how many there are in all. Where these are counted sooner by another query than they
 * are listed by, that is `counted`.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  request: PageRequest,
  counted = query,
): Promise<Page<Row>> {
  const [items, count] = await Promise.all([
    query.limit(request.perPage).offset(offsetOf(request)).execute(),
    counted
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .$castTo<{ total: number }>()
      .execute(),
  ])
  return { items, total: Number(count[0]?.total ?? 0), ...request }
}

/** The same of what may be very long: beyond the page no more than so many are counted, and the rest is only said to be there. */
export async function readLongPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  request: PageRequest,
  mostCounted: number,
): Promise<Page<Row>> {
  const most = offsetOf(request) + mostCounted
  const [items, counted] = await Promise.all([
    query.limit(request.perPage).offset(offsetOf(request)).execute(),
    query
      .clearSelect()
      .select((eb) => eb.lit(1).as('one'))
      .limit(most + 1)
      .execute(),
  ])
  return { items, total: counted.length, isAtLeast: counted.length > most, ...request }
}
