import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { emptyPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { holdsText } from '../../db/holds-text.ts'
import { readPage } from '../../db/read-page.ts'
import { hasNot } from '../threads/find-thread-ids.ts'
import { listThreads } from '../threads/list-threads.ts'
import { type Facet, resolveExclusions, resolveFilter } from '../threads/resolve-filter.ts'
import type { ThreadFilter } from '../threads/thread-filter.ts'
import type { Pull } from './pull.ts'
import { readPulls } from './read-pulls.ts'
import { openForPulls } from './require-pull.ts'
import { showSources } from './show-source.ts'
import { type PullStand, standsInChecks, standsInReview } from './stand-of-pulls.ts'

export type { PullStand } from './stand-of-pulls.ts'

export interface PullFilter extends ThreadFilter {
  /** Whose review is asked for; `@me`. */
  readonly reviewer?: string | undefined
  readonly sourceBranch?: string | undefined
  readonly targetBranch?: string | undefined
  readonly isDraft?: boolean | undefined
  readonly review?: PullStand['review'] | undefined
  readonly status?: PullStand['status'] | undefined
}

/** The newest first unless said otherwise. */
export async function listPulls(
  app: Pick<App, 'config' | 'db' | 'kept'>,
  actor: Actor,
  ref: RepoRef,
  asked: { readonly filter: PullFilter; readonly request: PageRequest },
): Promise<Page<Pull>> {
  const repo = await openForPulls(app, actor, ref, { to: 'read' })
  const { reviewer, sourceBranch, targetBranch, isDraft, review, status } = asked.filter
  const isPlain = [reviewer, sourceBranch, targetBranch, isDraft, review, status].every((one) => one === undefined)
  const found = isPlain
    ? await listThreads(app, actor, { repo, kind: 'pull' }, asked)
    : await listByBranches(app, actor, repo.id, asked)
  const ids = found.items.map(({ id }) => id)
  return { ...found, items: await showSources(app, actor, await readPulls(app.db, ids)) }
}

/** By what only pull requests have, besides what all threads have. Words are those of the title then. */
async function listByBranches(
  app: Pick<App, 'config' | 'db' | 'kept'>,
  actor: Actor,
  repoId: number,
  { filter, request }: { readonly filter: PullFilter; readonly request: PageRequest },
): Promise<Page<{ readonly id: number }>> {
  const [facets, lacks] = await Promise.all([
    resolveFilter(app.db, actor, repoId, filter),
    resolveExclusions(app.db, actor, repoId, filter.without ?? []),
  ])
  if (facets === null) return emptyPage(request)
  const { sort = 'created', direction = 'desc' } = filter
  const query = filtered(app.db, repoId, { filter, facets, lacks, me: userOf(actor)?.id ?? null })
  const columns = {
    created: 'threads.number',
    updated: 'threads.updated_at',
    comments: 'threads.comment_count',
  } as const
  return readPage(query.orderBy(columns[sort], direction).orderBy('threads.number', direction), request)
}

interface Asked {
  readonly filter: PullFilter
  readonly facets: readonly Facet[]
  readonly lacks: readonly Facet[]
  readonly me: number | null
}

function filtered(reader: Reader, repoId: number, { filter, facets, lacks, me }: Asked) {
  let query = reader
    .selectFrom('threads')
    .innerJoin('pulls', 'pulls.thread_id', 'threads.id')
    .select('threads.id')
    .where('threads.repo_id', '=', repoId)
    // Only pull requests are joined, but without a word of it all issues of the repository would be looked at.
    .where('threads.kind', '=', 'pull')
  const { state = 'open', reviewer, sourceBranch, targetBranch, isDraft, review, status, q = '' } = filter
  if (state !== 'all') query = query.where('threads.state', '=', state)
  if (sourceBranch !== undefined) query = query.where('pulls.source_branch', '=', sourceBranch)
  if (targetBranch !== undefined) query = query.where('pulls.target_branch', '=', targetBranch)
  if (isDraft !== undefined) query = query.where('pulls.is_draft', '=', isDraft ? 1 : 0)
  if (review !== undefined) query = query.where(standsInReview(review))
  if (status !== undefined) query = query.where(standsInChecks(status))
  for (const word of q.split(/\s+/).filter((one) => one !== '')) {
    query = query.where(holdsText(word, sql<string>`lower(threads.title)`))
  }
  if (reviewer !== undefined) {
    const named = reader.selectFrom('owners').select('owners.id').where('name_key', '=', nameKey(reviewer))
    const asked = reader.selectFrom('requested_reviewers').select('thread_id')
    const theirs = reviewer === '@me' ? asked.where('user_id', '=', me ?? 0) : asked.where('user_id', 'in', named)
    query = query.where('threads.id', 'in', theirs)
  }
  for (const { facet, values } of facets) {
    if (facet === 'author') {
      query = query.where('threads.author_id', 'in', values)
      continue
    }
    const having = reader.selectFrom('thread_facets').select('thread_id').where('repo_id', '=', repoId)
    query = query.where('threads.id', 'in', having.where('facet', '=', facet).where('value', 'in', values))
  }
  return lacks.reduce((some, facet) => some.where(hasNot('threads.id', facet)), query)
}
