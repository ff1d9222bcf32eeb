import type { RepoPath } from '../../core/repo-path.ts'

export interface ShownLink {
  /** As it is written. */
  readonly target: string
  /** The place in the repository that it means; null where it leads out of it. */
  readonly inside: string | null
}

/** Where a symbolic link leads, as a person who reads the repository would follow it. Nothing is opened. */
export function linkTarget(path: RepoPath, target: string): ShownLink {
  if (target.startsWith('/') || target.includes('\0')) return { target, inside: null }
  const parts = path.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return { target, inside: null }
  }
  return { target, inside: parts.join('/') }
}
