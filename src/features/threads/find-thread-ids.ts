import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import { findByWords, type Question } from '../../db/full-text.ts'
import type { Builder, Db } from '../../db/handle.ts'
import { preparedShapes } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
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
  /** Those that it must not have. */
  readonly lacks: readonly Facet[]
  /** Null: whatever is said. */
  readonly question: Question | null
  readonly sort: ThreadSort
  readonly direction: 'asc' | 'desc'
}

export interface Asked {
  readonly request: PageRequest
  readonly total: number
}

/** Up to so many are read and sorted; of more, the list of all threads is walked in its order until a page is full. */
const mostSorted = 1000

const columns = { created: 'threads.number', updated: 'threads.updated_at', comments: 'threads.comment_count' } as const

/**
 * One page of what is looked for, and how many there are, at a cost that hardly depends on how many threads there are:
 * lists are read in the order of an index, and counts are kept (see migration 0013). Ids grow with numbers.
 */
export async function findThreadIds(db: Db, search: ThreadSearch, asked: Asked): Promise<Page<number>> {
  const { request, total } = asked
  if (offsetOf(request) >= total) return { ...request, items: [], total }
  const { facets, question, sort } = search
  const isDriven = question !== null || facets.length > 0
  const isLong = question === null && sort !== 'created' && total > mostSorted
  const read = !isDriven || isLong ? walk : sort === 'created' ? readInOrder : readSorted
  const { skip, take, isBackwards } = windowOf(asked)
  const direction = isBackwards ? opposite[search.direction] : search.direction
  const ids = (await read(db, { ...search, direction }, { skip, take })).map((row) => row.id)
  return { ...request, items: isBackwards ? ids.toReversed() : ids, total }
}

interface Window {
  readonly skip: number
  readonly take: number
}

const opposite = { asc: 'desc', desc: 'asc' } as const

/** The last pages are read from the end: what is skipped is stepped over one by one. */
function windowOf({ request, total }: Asked): Window & { readonly isBackwards: boolean } {
  const from = offsetOf(request)
  const take = Math.min(request.perPage, total - from)
  const isBackwards = from > total / 2
  return { skip: isBackwards ? total - from - take : from, take, isBackwards }
}

/** Without going through them, where they are counted already; null where they have to be. */
export async function knownCount(db: Db, search: ThreadSearch): Promise<number | null> {
  const { repoId, kind, states, facets, lacks, question } = search
  const [facet, ...others] = facets
  if (question !== null || others.length > 0 || lacks.length > 0) return null
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
    .where('value', 'in', facet.values)
    .where('state', 'in', states)
    .execute()
  return counts.reduce((sum, row) => sum + row.count, 0)
}

export async function countFound(db: Db, search: ThreadSearch): Promise<number> {
  const row = await db
    .selectFrom(found(db, search).as('all_found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** What is found by words, by the first of the facets, or at all, has all facets, and none of those that it must not have. */
function found(db: Db, search: ThreadSearch) {
  const { facets, lacks, question } = search
  const probes = question !== null ? facets : facets.slice(1)
  const all = db.selectFrom(driverOf(db, search).as('driver')).select('driver.thread_id')
  const having = probes.reduce((query, facet) => query.where(has('driver.thread_id', facet)), all)
  return lacks.reduce((query, facet) => query.where(hasNot('driver.thread_id', facet)), having)
}

function driverOf(db: Db, { repoId, kind, states, facets, question }: ThreadSearch) {
  const [first] = facets
  if (question !== null) {
    return findByWords(
      db,
      states.map((state) => ({ repoId, kind, state })),
      question,
    )
  }
  if (first === undefined) {
    return db
      .selectFrom('threads')
      .select('threads.id as thread_id')
      .where('repo_id', '=', repoId)
      .where('kind', '=', kind)
      .where('state', 'in', states)
  }
  if (first.facet === 'author') {
    return db
      .selectFrom('threads')
      .select('threads.id as thread_id')
      .where('repo_id', '=', repoId)
      .where('kind', '=', kind)
      .where('author_id', 'in', first.values)
      .where('state', 'in', states)
  }
  return db
    .selectFrom('thread_facets')
    .select('thread_facets.thread_id')
    .where('repo_id', '=', repoId)
    .where('kind', '=', kind)
    .where('facet', '=', first.facet)
    .where('value', 'in', first.values)
    .where('state', 'in', states)
}

function has(column: string, { facet, values }: Facet): RawBuilder<SqlBool> {
  if (facet === 'author') {
    return sql<SqlBool>`exists (select 1 from threads as probe
      where probe.id = ${sql.ref(column)} and probe.author_id in (${sql.join(values)}))`
  }
  return sql<SqlBool>`exists (select 1 from thread_facets as probe
    where probe.thread_id = ${sql.ref(column)} and probe.facet = ${facet} and probe.value in (${sql.join(values)}))`
}

export function hasNot(column: string, facet: Facet): RawBuilder<SqlBool> {
  return sql<SqlBool>`not ${has(column, facet)}`
}

/** The newest or oldest of what is found. */
function readInOrder(db: Db, search: ThreadSearch, window: Window): Promise<readonly { id: number }[]> {
  const id = 'driver.thread_id'
  const parts = partsOf(search).map((part) =>
    found(db, part).select([`${id} as id`, `${id} as place`, `${id} as number`]),
  )
  return merge(db, parts, { direction: search.direction, isShared: false }, window)
}

/** Each comes in the order of an index. Words of several states come in one order anyway. */
function partsOf(search: ThreadSearch): readonly ThreadSearch[] {
  const [first, ...others] = search.facets
  if (search.question !== null || first === undefined) return [search]
  return search.states.flatMap((state) =>
    first.values.map((value) => ({ ...search, states: [state], facets: [{ ...first, values: [value] }, ...others] })),
  )
}

function readSorted(db: Db, search: ThreadSearch, { skip, take }: Window): Promise<readonly { id: number }[]> {
  const { direction, sort } = search
  return db
    .selectFrom(found(db, search).as('all_found'))
    .innerJoin('threads', 'threads.id', 'all_found.thread_id')
    .select('threads.id')
    .orderBy(columns[sort], direction)
    .orderBy('threads.number', direction)
    .limit(take)
    .offset(skip)
    .execute()
}

/** All threads in the order that is asked for, by whose index they are read; those that do not fit are left out. */
function walk(db: Db, search: ThreadSearch, window: Window): Promise<readonly { id: number }[]> {
  const { repoId, kind, states, facets, lacks, direction, sort } = search
  const [only, ...others] = states
  if (only !== undefined && others.length + facets.length + lacks.length === 0) {
    const { skip, take } = window
    return walkState(db, { direction, sort, take }, { repoId, kind, state: only, skip })
  }
  const partOf = (state: ThreadState) => {
    const all = inState(db, { repoId, kind, state }, sort)
    const having = facets.reduce((query, facet) => query.where(has('threads.id', facet)), all)
    return lacks.reduce((query, facet) => query.where(hasNot('threads.id', facet)), having)
  }
  return merge(db, states.map(partOf), { direction, isShared: sort !== 'created' }, window)
}

interface State {
  readonly repoId: number
  readonly kind: ThreadKind
  readonly state: ThreadState
}

type Walk = Pick<ThreadSearch, 'direction' | 'sort'> & Pick<Window, 'take'>

/** What nearly every list is: the open ones, or the closed ones. */
const walkState = preparedShapes((db, { direction, sort, take }: Walk, its: State & Pick<Window, 'skip'>) =>
  inOrder(inState(db, its, sort), { direction, isShared: sort !== 'created' })
    .limit(take)
    .offset(its.skip),
)

function inState(db: Builder, { repoId, kind, state }: State, sort: ThreadSort) {
  return db
    .selectFrom('threads')
    .select(['threads.id', `${columns[sort]} as place`, 'threads.number'])
    .where('repo_id', '=', repoId)
    .where('kind', '=', kind)
    .where('state', '=', state)
}

/** Ids, each with what decides where it stands. */
type Part = SelectQueryBuilder<Schema, never, { id: number; place: number; number: number }>

interface Order {
  readonly direction: 'asc' | 'desc'
  /** Several may stand at one place: the number decides then. Else it is not asked for, as the index does not have it. */
  readonly isShared: boolean
}

/**
 * No index has threads of several states in one order, nor those that lack one thing whatever else they lack: each part is
 * read by its own. SQLite then takes from them in turns, whichever is next; if as many of each were sorted as are skipped, everybody would wait for a tenth of a second.
 * PostgreSQL would put all there are in order: it gets the first few of each.
 */
function merge(
  db: Db,
  parts: readonly Part[],
  order: Order,
  { skip, take }: Window,
): Promise<readonly { id: number }[]> {
  const firstOf = (part: Part): Part => {
    const some = inOrder(part, order).limit(skip + take)
    return db.selectFrom(some.as('part')).select(['part.id', 'part.place', 'part.number'])
  }
  const isMerged = db.dialect === 'sqlite' || parts.length < 2
  const [first, ...others] = isMerged ? parts : parts.map(firstOf)
  if (first === undefined) return Promise.resolve([])
  const all = others.reduce((query, part) => query.unionAll(part), first)
  return inOrder(all, order).limit(take).offset(skip).execute()
}

function inOrder(part: Part, { direction, isShared }: Order): Part {
  return part.orderBy('place', direction).$if(isShared, (query) => query.orderBy('number', direction))
}
