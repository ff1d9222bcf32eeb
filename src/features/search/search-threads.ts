import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { grants } from '../../core/scopes.ts'
import { askedWords, findByWords, type Match } from '../../db/full-text.ts'
import { listVisibleRepos } from '../repos/list-repos.ts'
import { readThreads } from '../threads/keep-thread.ts'
import type { Thread } from '../threads/thread.ts'

export interface FoundThread {
  readonly repo: Repo
  readonly thread: Thread
}

const mostRepos = 100
const reposAtOnce = 10
const shelves = [
  { kind: 'issue', state: 'open' },
  { kind: 'issue', state: 'closed' },
  { kind: 'pull', state: 'open' },
  { kind: 'pull', state: 'merged' },
  { kind: 'pull', state: 'closed' },
] as const

/**
 * Issues and pull requests by what they say, in the repositories that somebody may see and that were touched last; the
 * newest first. Words lie on a shelf a repository, so as many of these are looked through as a page needs.
 */
export async function searchEveryThread(
  app: Pick<App, 'db'>,
  actor: Actor,
  q: string,
  most: number,
): Promise<readonly FoundThread[]> {
  const words = askedWords(q)
  const seen = shelves.filter(({ kind }) => mayRead(actor, kind))
  if (words.length === 0 || seen.length === 0) return []
  const { items: repos } = await listVisibleRepos(app, actor, { page: 1, perPage: mostRepos })
  const found = await find(app, repos, { words, match: 'whole', seen, most })
  return found.length > 0 ? found : find(app, repos, { words, match: 'beginnings', seen, most })
}

interface Asked {
  readonly words: readonly string[]
  readonly match: Match
  readonly seen: readonly (typeof shelves)[number][]
  readonly most: number
}

async function find(app: Pick<App, 'db'>, repos: readonly Repo[], asked: Asked): Promise<readonly FoundThread[]> {
  const { words, match, seen, most } = asked
  const byId = new Map(repos.map((repo) => [repo.id, repo]))
  const threads: Thread[] = []
  for (let at = 0; at < repos.length && threads.length < most; at += reposAtOnce) {
    const some = repos.slice(at, at + reposAtOnce)
    const all = some.flatMap(({ id }) => seen.map((shelf) => ({ ...shelf, repoId: id })))
    const found = await app.db
      .selectFrom(findByWords(app.db, all, { words, match }).as('found'))
      .select('found.thread_id')
      .orderBy('found.thread_id', 'desc')
      .limit(most)
      .execute()
    if (found.length === 0) continue
    threads.push(
      ...(await readThreads(
        app.db,
        found.map((row) => row.thread_id),
      )),
    )
  }
  return threads
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, most)
    .flatMap((thread) => {
      const repo = byId.get(thread.repoId)
      return repo === undefined ? [] : [{ repo, thread }]
    })
}

function mayRead(actor: Actor, kind: 'issue' | 'pull'): boolean {
  return actor.kind !== 'token' || grants(actor.scopes, kind === 'issue' ? 'issues:read' : 'pulls:read')
}
