import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { Db } from '../../db/handle.ts'
import { visibleAmong } from '../repos/visible-to.ts'
import { readThreads } from './keep-thread.ts'
import type { Thread, ThreadKind, ThreadState } from './thread.ts'

/** Why something is somebody's. */
export const reasons = ['created', 'assigned', 'mentioned', 'review'] as const
export type Reason = (typeof reasons)[number]

export interface MyFilter {
  readonly kind: ThreadKind
  readonly isOpen: boolean
}

export interface MyThread {
  readonly repo: { readonly owner: string; readonly slug: string }
  readonly thread: Thread
}

export interface MyList extends Page<MyThread> {
  /** How many there are for each reason. */
  readonly counts: Readonly<Record<Reason, number>>
}

type Needs = Pick<App, 'db'>

/** Further back nobody goes by turning pages: what is skipped is stepped over one by one. */
const mostListed = 10_000

/** What concerns somebody in all repositories that they may read, the newest first: at the cost of a page. */
export async function listMyThreads(
  app: Needs,
  actor: SessionActor,
  { reason, ...filter }: MyFilter & { readonly reason: Reason },
  request: PageRequest,
): Promise<MyList> {
  const counts = await countAll(app, actor, filter)
  const total = Math.min(counts[reason], mostListed)
  const skip = offsetOf(request)
  const page = { ...request, total, isAtLeast: counts[reason] > mostListed }
  if (skip >= total) return { ...page, items: [], counts }
  const window = { skip, take: Math.min(request.perPage, total - skip) }
  const facet = facets[reason]
  const ids =
    facet === null
      ? await idsOfReviews(app.db, actor, filter, window)
      : await idsOf(app.db, actor, { ...filter, facet }, window)
  return { ...page, items: await readInTurn(app.db, ids), counts }
}

async function countAll(app: Needs, actor: SessionActor, filter: MyFilter): Promise<MyList['counts']> {
  const { kind } = filter
  const [rows, reviews] = await Promise.all([
    app.db
      .selectFrom('facet_counts')
      .innerJoin('repos', 'repos.id', 'facet_counts.repo_id')
      .select('facet')
      .select((eb) => eb.fn.sum<number>('facet_counts.count').as('count'))
      .where(sql<boolean>`(facet = 'author' or facet = 'assignee' or facet = 'mention')`)
      .where(isSomebody)
      .where('value', '=', actor.user.id)
      .where('kind', '=', kind)
      .where('state', 'in', statesOf(filter))
      .where(visibleAmong(actor))
      .groupBy('facet')
      .execute(),
    selectReviews(app.db, actor, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  const count = (facet: string): number => Number(rows.find((row) => row.facet === facet)?.count ?? 0)
  return {
    created: count('author'),
    assigned: count('assignee'),
    mentioned: count('mention'),
    review: Number(reviews.count),
  }
}

/** Said in words, as the facets are, not as values: only so are the indexes taken that have nothing but people. */
const isSomebody = sql<boolean>`value <> 0`

const facets = { created: 'author', assigned: 'assignee', mentioned: 'mention', review: null } as const

function statesOf({ kind, isOpen }: MyFilter): readonly ThreadState[] {
  if (isOpen) return ['open']
  return kind === 'pull' ? ['closed', 'merged'] : ['closed']
}

interface Window {
  readonly skip: number
  readonly take: number
}

/** The newest of each state, as the index has them, and of those the newest. */
async function idsOf(
  db: Db,
  actor: SessionActor,
  { facet, ...filter }: MyFilter & { readonly facet: 'author' | 'assignee' | 'mention' },
  { skip, take }: Window,
): Promise<readonly number[]> {
  const most = skip + take
  const newestOf = (state: ThreadState) =>
    facet === 'author'
      ? writtenBy(db, actor, { ...filter, state, most })
      : having(db, actor, { ...filter, facet, state, most })
  const parts = await Promise.all(statesOf(filter).map((state) => newestOf(state).execute()))
  return parts
    .flat()
    .map(({ id }) => id)
    .toSorted((one, other) => other - one)
    .slice(skip, skip + take)
}

interface Asked extends MyFilter {
  readonly state: ThreadState
  readonly most: number
}

function writtenBy(db: Db, actor: SessionActor, { kind, state, most }: Asked) {
  return db
    .selectFrom('threads')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .select('threads.id')
    .where('author_id', '=', actor.user.id)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .where(visibleAmong(actor))
    .orderBy('threads.id', 'desc')
    .limit(most)
}

function having(
  db: Db,
  actor: SessionActor,
  { facet, kind, state, most }: Asked & { readonly facet: 'assignee' | 'mention' },
) {
  return db
    .selectFrom('thread_facets')
    .innerJoin('repos', 'repos.id', 'thread_facets.repo_id')
    .select('thread_facets.thread_id as id')
    .where('facet', '=', sql.lit(facet))
    .where(isSomebody)
    .where('value', '=', actor.user.id)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .where(visibleAmong(actor))
    .orderBy('thread_facets.thread_id', 'desc')
    .limit(most)
}

/** Few ask the same person at a time: all of them are looked at. */
function selectReviews(db: Db, actor: SessionActor, filter: MyFilter) {
  return db
    .selectFrom('requested_reviewers as asked')
    .innerJoin('threads', 'threads.id', 'asked.thread_id')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .where('asked.user_id', '=', actor.user.id)
    .where('threads.kind', '=', filter.kind)
    .where('threads.state', 'in', statesOf(filter))
    .where(visibleAmong(actor))
}

async function idsOfReviews(
  db: Db,
  actor: SessionActor,
  filter: MyFilter,
  { skip, take }: Window,
): Promise<readonly number[]> {
  const query = selectReviews(db, actor, filter).select('threads.id').orderBy('threads.id', 'desc')
  return (await query.limit(take).offset(skip).execute()).map(({ id }) => id)
}

async function readInTurn(db: Db, ids: readonly number[]): Promise<readonly MyThread[]> {
  if (ids.length === 0) return []
  const threads = new Map((await readThreads(db, ids)).map((thread) => [thread.id, thread]))
  const repoIds = [...new Set([...threads.values()].map(({ repoId }) => repoId))]
  const rows = await db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['repos.id', 'owners.name as owner', 'repos.slug'])
    .where('repos.id', 'in', repoIds)
    .execute()
  const names = new Map(rows.map(({ id, ...repo }) => [id, repo]))
  return ids.flatMap((id) => {
    const thread = threads.get(id)
    const repo = thread === undefined ? undefined : names.get(thread.repoId)
    return thread === undefined || repo === undefined ? [] : [{ repo, thread }]
  })
}
