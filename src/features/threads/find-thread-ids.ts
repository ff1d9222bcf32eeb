import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import { findByWords } from '../../db/full-text.ts'
import type { Db } from '../../db/handle.ts'
import { readCounts } from './counts.ts'
import type { Facet } from './resolve-filter.ts'
import type { ThreadKind, ThreadState } from './thread.ts'
import type { ThreadSort } from './thread-filter.ts'

export interface ThreadSearch {
  readonly repoId: number
  readonly kind: ThreadKind
  /** One, or all that the kind has. */
  readonly states: readonly ThreadState[]
  readonly facets: readonly Facet[]
  /** None: whatever is said. */
  readonly words: readonly string[]
  readonly sort: ThreadSort
  readonly direction: 'asc' | 'desc'
}

/** Up to so many are read and sorted; of more, the list of all threads is walked in its order until a page is full. */
const mostSorted = 1000

const columns = { created: 'threads.number', updated: 'threads.updated_at', comments: 'threads.comment_count' } as const

/**
 * One page of what is looked for, and how many there are, at a cost that hardly depends on how many threads there are:
 * lists are read in the order of an index, and counts are kept (see migration 0013). Ids grow with numbers.
 */
export async function findThreadIds(db: Db, search: ThreadSearch, request: PageRequest): Promise<Page<number>> {
  const total = await countFound(db, search)
  if (offsetOf(request) >= total) return { ...request, items: [], total }
  const { facets, words, sort } = search
  const isDriven = words.length > 0 || facets.length > 0
  const isLong = words.length === 0 && sort !== 'created' && total > mostSorted
  const read = !isDriven || isLong ? walk : sort === 'created' ? readInOrder : readSorted
  return { ...request, items: (await read(db, search, request)).map((row) => row.id), total }
}

async function countFound(db: Db, search: ThreadSearch): Promise<number> {
  const { repoId, kind, states, facets, words } = search
  const [facet, ...others] = facets
  if (words.length > 0 || others.length > 0) {
    const row = await db
      .selectFrom(found(db, search, states).as('all_found'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return Number(row.total)
  }
  if (facet === undefined) {
    const counts = await readCounts(db, repoId, kind)
    return states.reduce((sum, state) => sum + counts[state], 0)
  }
  const counts = await db
    .selectFrom('facet_counts')
    .select('count')
    .where('repo_id', '=', repoId)
    .where('kind', '=', kind)
    .where('facet', '=', facet.facet)
    .where('value', '=', facet.value)
    .where('state', 'in', states)
    .execute()
  return counts.reduce((sum, row) => sum + row.count, 0)
}

/** What is found by words, or by the first of the facets, and has all facets. */
function found(db: Db, search: ThreadSearch, states: readonly ThreadState[]) {
  const { repoId, kind, facets, words } = search
  const [first] = facets
  const driver =
    words.length > 0
      ? findByWords(
          db,
          states.map((state) => ({ repoId, kind, state })),
          words,
        )
      : db
          .selectFrom('thread_facets')
          .select('thread_facets.thread_id')
          .where('repo_id', '=', repoId)
          .where('kind', '=', kind)
          .where('facet', '=', first?.facet ?? 'author')
          .where('value', '=', first?.value ?? 0)
          .where('state', 'in', states)
  const probes = words.length > 0 ? facets : facets.slice(1)
  const all = db.selectFrom(driver.as('driver')).select('driver.thread_id')
  return probes.reduce((query, facet) => query.where(has('driver.thread_id', facet)), all)
}

function has(column: string, { facet, value }: Facet): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from thread_facets as probe
    where probe.thread_id = ${sql.ref(column)} and probe.facet = ${facet} and probe.value = ${value})`
}

/** The newest or oldest of each state, as their index has them, and of those the newest or oldest. */
function readInOrder(db: Db, search: ThreadSearch, request: PageRequest): Promise<readonly { id: number }[]> {
  const { states, direction, words } = search
  const upTo = offsetOf(request) + request.perPage
  const firstOf = (some: readonly ThreadState[]) =>
    db
      .selectFrom(found(db, search, some).orderBy('driver.thread_id', direction).limit(upTo).as('part'))
      .select('part.thread_id as id')
  // Words of several states come in one order anyway.
  const [first, ...others] = words.length > 0 ? [states] : states.map((state) => [state])
  const parts = others.reduce((query, some) => query.unionAll(firstOf(some)), firstOf(first ?? states))
  return db
    .selectFrom(parts.as('parts'))
    .select('parts.id')
    .orderBy('parts.id', direction)
    .limit(request.perPage)
    .offset(offsetOf(request))
    .execute()
}

function readSorted(db: Db, search: ThreadSearch, request: PageRequest): Promise<readonly { id: number }[]> {
  const { states, direction, sort } = search
  return db
    .selectFrom(found(db, search, states).as('all_found'))
    .innerJoin('threads', 'threads.id', 'all_found.thread_id')
    .select('threads.id')
    .orderBy(columns[sort], direction)
    .orderBy('threads.number', direction)
    .limit(request.perPage)
    .offset(offsetOf(request))
    .execute()
}

/** All threads in the order that is asked for, by whose index they are read; those that do not fit are left out. */
function walk(db: Db, search: ThreadSearch, request: PageRequest): Promise<readonly { id: number }[]> {
  const { repoId, kind, states, facets, direction, sort } = search
  const all = db.selectFrom('threads').select('threads.id').where('repo_id', '=', repoId).where('kind', '=', kind)
  const [state, ...others] = states
  const some = state !== undefined && others.length === 0 ? all.where('state', '=', state) : all
  return facets
    .reduce((query, facet) => query.where(has('threads.id', facet)), some)
    .orderBy(columns[sort], direction)
    .$if(sort !== 'created', (query) => query.orderBy('threads.number', direction))
    .limit(request.perPage)
    .offset(offsetOf(request))
    .execute()
}
