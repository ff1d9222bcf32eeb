import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { grants } from '../../core/scopes.ts'
import { slicesOf } from '../../core/slices-of.ts'
import { askedWords, findByWords, haveBeginnings, type Question, type Shelf } from '../../db/full-text.ts'
import type { Db } from '../../db/handle.ts'
import { listVisibleRepos } from '../repos/list-repos.ts'
import { selectCounts } from '../threads/counts.ts'
import { readThreads } from '../threads/keep-thread.ts'
import type { Thread } from '../threads/thread.ts'

export interface FoundThreads {
  readonly threads: readonly FoundThread[]
  /** Of all, but never more than `mostCounted`. */
  readonly count: number
}

export interface FoundThread {
  readonly repo: Repo
  readonly thread: Thread
}

const mostRepos = 100
const shelvesAtOnce = 50
/** Beyond it nobody wants to know how many. */
export const mostCounted = 100

/**
 * Issues and pull requests by what they say, in the repositories that somebody may see and that were touched last; the
 * newest first. Words lie on shelves, five a repository: those that have anything are looked through, as many as a page
 * needs.
 */
export async function searchEveryThread(
  app: Pick<App, 'db'>,
  actor: Actor,
  q: string,
  most: number,
): Promise<FoundThreads> {
  const words = askedWords(q)
  if (words.length === 0) return { threads: [], count: 0 }
  const { items: repos } = await listVisibleRepos(app, actor, { page: 1, perPage: mostRepos })
  const shelves = (await usedShelves(app.db, repos)).filter(({ kind }) => mayRead(actor, kind))
  const whole = await find(app.db, shelves, { words, match: 'whole' }, most)
  const isAll = whole.count > 0 || !haveBeginnings(words)
  const found = isAll ? whole : await find(app.db, shelves, { words, match: 'beginnings' }, most)
  const byId = new Map(repos.map((repo) => [repo.id, repo]))
  const threads = found.threads.flatMap((thread) => {
    const repo = byId.get(thread.repoId)
    return repo === undefined ? [] : [{ repo, thread }]
  })
  return { threads, count: found.count }
}

/** In the order of the repositories. Most of them have no issues at all. */
async function usedShelves(db: Db, repos: readonly Repo[]): Promise<readonly Shelf[]> {
  if (repos.length === 0) return []
  const ids = repos.map(({ id }) => id)
  const rows = await selectCounts(db)
    .select(['repo_id as repoId', 'kind', 'state'])
    .distinct()
    .where('repo_id', 'in', ids)
    .where('kind', 'in', ['issue', 'pull'])
    .where('count', '>', 0)
    .execute()
  const order = new Map(ids.map((id, at) => [id, at]))
  return rows.toSorted((one, other) => (order.get(one.repoId) ?? 0) - (order.get(other.repoId) ?? 0))
}

interface Found {
  readonly threads: readonly Thread[]
  readonly count: number
}

async function find(db: Db, shelves: readonly Shelf[], question: Question, most: number): Promise<Found> {
  const threads: Thread[] = []
  let count = 0
  for (const some of slicesOf(shelves, shelvesAtOnce)) {
    if (count >= mostCounted) break
    const found = await db
      .selectFrom(findByWords(db, some, question).as('found'))
      .select('found.thread_id')
      .orderBy('found.thread_id', 'desc')
      .limit(mostCounted)
      .execute()
    count += found.length
    const ids = found.slice(0, most).map((row) => row.thread_id)
    if (ids.length > 0 && threads.length < most) threads.push(...(await readThreads(db, ids)))
  }
  const newest = threads.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, most)
  return { threads: newest, count: Math.min(count, mostCounted) }
}

function mayRead(actor: Actor, kind: 'issue' | 'pull'): boolean {
  return actor.kind !== 'token' || grants(actor.scopes, kind === 'issue' ? 'issues:read' : 'pulls:read')
}
