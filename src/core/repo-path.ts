declare const pathBrand: unique symbol
/** A path inside a repository, without a leading slash; '' is the root. Only `parseRepoPath` makes one. */
export type RepoPath = string & { readonly [pathBrand]: true }

const longest = 4096

/** For reading: anything that a tree can hold, as long as it names one place inside the repository. */
export function parseRepoPath(text: string): RepoPath | null {
  const path = text.replace(/^\/+|\/+$/g, '')
  if (path === '') return '' as RepoPath
  if (Buffer.byteLength(path) > longest || path.includes('\0')) return null
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') ? (path as RepoPath) : null
}
