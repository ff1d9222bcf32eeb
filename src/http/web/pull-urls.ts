import { codeUrl, type RepoName, repoUrl } from './code-urls.ts'

/** Addresses of a pull request's pages. */
export type PullName = RepoName & { number: number }

export type PullPage = '' | 'commits' | 'files' | 'checks' | 'versions'

export function pullsUrl(repo: RepoName): string {
  return `${repoUrl(repo)}/pulls`
}

export function pullUrl(pull: PullName, page: PullPage = ''): string {
  return `${pullsUrl(pull)}/${pull.number}${page === '' ? '' : `/${page}`}`
}

/** A new one, with the branches chosen. */
export function newPullUrl(repo: RepoName, target: string, source: string): string {
  return `${pullsUrl(repo)}/new?${new URLSearchParams({ target, source }).toString()}`
}

/** The same of a fork's branch in the repository that it was forked from; null where nothing can be offered. */
export function upstreamPullUrl(
  fork: RepoName & { source: (RepoName & { defaultBranch: string; isArchived: boolean }) | null },
  branch: string,
): string | null {
  const { source, owner, slug } = fork
  if (source === null || source.isArchived) return null
  if (branch === '') return `${pullsUrl(source)}/new`
  return newPullUrl(source, source.defaultBranch, `${owner}/${slug}:${branch}`)
}

export function branchUrl(repo: RepoName, branch: string): string {
  return codeUrl(repo, 'tree', branch)
}
