import type { RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Right } from '../../features/access/permit.ts'
import { requireRepo } from '../../features/access/require-repo.ts'
import { getRepoFrame, type RepoFrame } from '../../features/repos/get-repo-frame.ts'
import type { RepoHead } from './layout/repo-frame.tsx'
import { type PageAnswer, type PageCall, type PageRoute, type PageRouteDefinition, page } from './page-route.ts'

export interface RepoCall<R extends Right> extends PageCall<R> {
  readonly frame: RepoFrame
  /** What the frame of the page shows. */
  readonly head: RepoHead
  readonly ref: RepoRef
  /** What stands in the address behind the page's own name. */
  readonly rest: string
}

/** Whoever sends files writes them; whoever edits a text may be about to do so in a fork of their own. */
const needs = {
  files: { role: 'Developer', scope: 'repo:write' },
  'file-text': { role: 'Reader', scope: 'repo:read' },
  prose: { role: 'Reader', scope: 'repo:read' },
} as const

type RepoPageDefinition<R extends Right> = Omit<PageRouteDefinition<R>, 'handle' | 'before'> & {
  handle(call: RepoCall<R>): Promise<PageAnswer>
}

/**
 * A page of a repository, its path counted from there. Whoever may not see the repository gets the same page as for one
 * that is missing; an old name, or the one that git uses, leads on to the name of today, the rest of the address kept.
 */
export function repoPage<R extends Right>(definition: RepoPageDefinition<R>): PageRoute {
  return page<R>({
    ...definition,
    path: `/:owner/:repo${definition.path}`,
    before: async ({ app, actor, params }) => {
      const { owner, repo } = askedIn(params)
      await requireRepo(app, actor, { owner, repo: repo.replace(/\.git$/i, '') }, needs[definition.takes ?? 'prose'])
    },
    handle: async (call) => {
      const asked = askedIn(call.params)
      // The router takes `/owner/` for a repository without a name.
      if (asked.repo === '' && /^[a-z\d][\w.-]*$/i.test(asked.owner)) return { kind: 'moved', to: `/${asked.owner}` }
      const frame = await getRepoFrame(call.app, call.actor, { ...asked, repo: asked.repo.replace(/\.git$/i, '') })
      const { repo } = frame
      const isCalledSo = nameKey(asked.owner) === nameKey(repo.owner) && nameKey(asked.repo) === nameKey(repo.slug)
      if (!isCalledSo && definition.method === 'GET') return { kind: 'moved', to: newAddress(call, repo) }
      const ref = { owner: repo.owner, repo: repo.slug }
      return definition.handle({ ...call, frame, head: headOf(frame), ref, rest: call.params['*'] ?? '' })
    },
  })
}

function askedIn(params: Readonly<Record<string, string>>): RepoRef {
  return { owner: params['owner'] ?? '', repo: params['repo'] ?? '' }
}

function newAddress({ chrome, query }: PageCall<Right>, repo: { owner: string; slug: string }): string {
  const rest = chrome.path.split('/').slice(3)
  const search = new URLSearchParams(query).toString()
  return `/${[repo.owner, repo.slug, ...rest].join('/')}${search === '' ? '' : `?${search}`}`
}

export function headOf({ repo, isStarred, attention, releases, issues, pulls, source, ci, can }: RepoFrame): RepoHead {
  return {
    owner: repo.owner,
    slug: repo.slug,
    isPublic: repo.isPublic,
    isArchived: repo.isArchived,
    isEmpty: repo.isEmpty,
    mirrorOf: repo.mirrorOf,
    defaultBranch: repo.defaultBranch,
    stars: repo.starsCount,
    isStarred,
    attention,
    forks: repo.forksCount,
    source: source && {
      owner: source.owner,
      slug: source.slug,
      defaultBranch: source.defaultBranch,
      isArchived: source.isArchived,
    },
    releases,
    issues,
    pulls,
    ci,
    can,
  }
}
