import { escapePath } from '../../core/escape-path.ts'

/** Addresses of a repository's pages. Names of branches and files may hold anything: each part is escaped. */
export type RepoName = { owner: string; slug: string }

export function repoUrl(repo: RepoName): string {
  return `/${repo.owner}/${repo.slug}`
}

export type CodePage =
  | 'tree'
  | 'blob'
  | 'raw'
  | 'media'
  | 'blame'
  | 'commits'
  | 'find'
  | 'edit'
  | 'fork-edit'
  | 'new'
  | 'delete'
  | 'upload'

/** `ref` is a branch, a tag or an id; without a path it is the root. */
export function codeUrl(repo: RepoName, page: CodePage, ref: string, path = ''): string {
  return `${repoUrl(repo)}/${page}/${escapePath(ref)}${path === '' ? '' : `/${escapePath(path)}`}`
}

export function commitUrl(repo: RepoName, sha: string): string {
  return `${repoUrl(repo)}/commit/${sha}`
}

/** With two dots the two as they are, else what the head brings since they went apart. */
export function compareUrl(repo: RepoName, base: string, head: string, isDirect = false): string {
  return `${repoUrl(repo)}/compare/${escapePath(base)}${isDirect ? '..' : '...'}${escapePath(head)}`
}

/** The form for a new branch, with what is known of it filled in. */
export function newBranchUrl(repo: RepoName, known: { name?: string; from?: string } = {}): string {
  const filled = new URLSearchParams(known).toString()
  return `${repoUrl(repo)}/branches/new${filled === '' ? '' : `?${filled}`}`
}

/** Looks through the text of all files. */
export function searchCodeUrl(repo: RepoName, ref: string, q = ''): string {
  const asked = new URLSearchParams({ ref, ...(q === '' ? {} : { q }) }).toString()
  return `${repoUrl(repo)}/search?${asked}`
}

export function releaseUrl(repo: RepoName, tag: string): string {
  return `${repoUrl(repo)}/releases/tag/${escapePath(tag)}`
}

export function archiveUrl(repo: RepoName, ref: string, format: 'zip' | 'tar.gz'): string {
  return `${repoUrl(repo)}/archive/${escapePath(ref)}.${format}`
}
