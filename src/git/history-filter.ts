import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'

/** Which commits of a history are meant; without anything, all. */
export interface HistoryFilter {
  readonly path?: RepoPath | undefined
  /** A part of the author's name or address, taken literally. */
  readonly author?: string | undefined
  /** Milliseconds since 1970. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** No commit before all that follow from it, whatever their dates say. */
  readonly inOrder?: true | undefined
  /** Leaves out what this commit has already. */
  readonly notIn?: Sha | undefined
}

/** What tells it from every other one. */
export function keyOf({
  path,
  author,
  since,
  until,
  inOrder,
  notIn,
}: HistoryFilter): readonly (string | number | null)[] {
  return [path ?? null, author ?? null, since ?? null, until ?? null, Number(inOrder ?? false), notIn ?? null]
}

/** For git. */
export function wordsOf(filter: HistoryFilter): string[] {
  const words: string[] = filter.inOrder === true ? ['--topo-order'] : []
  if (filter.author !== undefined) words.push('--fixed-strings', '--regexp-ignore-case', `--author=${filter.author}`)
  if (filter.since !== undefined) words.push(`--since=${dateOf(filter.since)}`)
  if (filter.until !== undefined) words.push(`--until=${dateOf(filter.until)}`)
  // An id of ours: nothing else can stand behind the sign.
  if (filter.notIn !== undefined) words.push(`^${filter.notIn}`)
  return words
}

/** With the sign git takes the number as seconds, however small; without it, one that looks like a year is one. */
function dateOf(ms: number): string {
  return `@${Math.max(0, Math.floor(ms / 1000))} +0000`
}

export function pathsOf(filter: HistoryFilter): { paths?: readonly RepoPath[] } {
  return filter.path === undefined || filter.path === '' ? {} : { paths: [filter.path] }
}
