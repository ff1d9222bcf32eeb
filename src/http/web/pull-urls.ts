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

export function branchUrl(repo: RepoName, branch: string): string {
  return codeUrl(repo, 'tree', branch)
}
