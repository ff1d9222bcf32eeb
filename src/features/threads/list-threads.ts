import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { emptyPage, type Page, type PageRequest } from '../../core/page.ts'
import { askedWords } from '../../db/full-text.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { readThreads } from './keep-thread.ts'
import { resolveExclusions, resolveFilter } from './resolve-filter.ts'
import { searchThreads } from './search-threads.ts'
import type { Thread, ThreadKind, ThreadState } from './thread.ts'
import type { ThreadFilter } from './thread-filter.ts'

const statesOf: Record<ThreadKind, readonly ThreadState[]> = {
  issue: ['open', 'closed'],
  pull: ['open', 'closed', 'merged'],
}

/** The threads of a repository that somebody was let into. */
export async function listThreads(
  app: Pick<App, 'config' | 'db' | 'kept'>,
  actor: Actor,
  { repo, kind }: { readonly repo: OpenRepo; readonly kind: ThreadKind },
  { filter, request }: { readonly filter: ThreadFilter; readonly request: PageRequest },
): Promise<Page<Thread>> {
  const { q = '', state = 'open', sort = 'created', direction = 'desc' } = filter
  const [facets, lacks] = await Promise.all([
    resolveFilter(app.db, actor, repo.id, filter),
    resolveExclusions(app.db, actor, repo.id, filter.without ?? []),
  ])
  const words = askedWords(q)
  if (facets === null || (words.length === 0 && q.trim() !== '')) return emptyPage(request)
  const states = state === 'all' ? statesOf[kind] : [state]
  const search = { repo, kind, states, facets, lacks, words, sort, direction }
  const { items: ids, total } = await searchThreads(app, search, request)
  return { ...request, total, items: await readInTurn(app, ids) }
}

async function readInTurn(app: Pick<App, 'db'>, ids: readonly number[]): Promise<readonly Thread[]> {
  if (ids.length === 0) return []
  const threads = new Map((await readThreads(app.db, ids)).map((thread) => [thread.id, thread]))
  return ids.flatMap((id) => threads.get(id) ?? [])
}
