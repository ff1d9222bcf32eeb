import type { RepoPath } from '../core/repo-path.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import type { Git, RepoDir } from './run-git.ts'

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

/** Git counts with 32 bits. */
const furthest = 2 ** 31 - 1

/** A history never changes under the commit that it ends in: what was walked once is kept. */
export class History {
  readonly #git: Git
  readonly #kept: Kept

  constructor(git: Git, kept: Kept) {
    this.#git = git
    this.#kept = kept
  }

  async page(
    dir: RepoDir,
    from: Sha,
    filter: HistoryFilter,
    window: { skip: number; count: number },
  ): Promise<readonly Sha[]> {
    if (window.skip > furthest) return []
    const words = ['rev-list', `--skip=${window.skip}`, `--max-count=${window.count}`, ...wordsOf(filter)]
    return this.#kept.of(dir, ['history', from, ...keyOf(filter), window.skip, window.count], sizeOf, async () => {
      const text = (await this.#git.run(dir, { words, revs: [from], ...pathsOf(filter) })).toString('latin1')
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map(requireSha)
    })
  }

  async count(dir: RepoDir, from: Sha, filter: HistoryFilter): Promise<number> {
    const wanted = wordsOf(filter)
    const isWhole = wanted.length === 0 && pathsOf(filter).paths === undefined
    // The index of what is reachable, where a repository has one, counts a long history without walking it.
    const words = ['rev-list', '--count', ...(isWhole ? ['--use-bitmap-index'] : []), ...wanted]
    const { total } = await this.#kept.of(dir, ['length', from, ...keyOf(filter)], smallest, async () => {
      const text = (await this.#git.run(dir, { words, revs: [from], ...pathsOf(filter) })).toString('latin1')
      return { total: Number(text.trim()) }
    })
    return total
  }
}

function sizeOf(shas: readonly Sha[]): number {
  return shas.length * 60
}

const smallest = (): number => 20

function keyOf({ path, author, since, until, notIn }: HistoryFilter): readonly (string | number | null)[] {
  return [path ?? null, author ?? null, since ?? null, until ?? null, notIn ?? null]
}

function wordsOf(filter: HistoryFilter): string[] {
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

function pathsOf(filter: HistoryFilter): { paths?: readonly RepoPath[] } {
  return filter.path === undefined || filter.path === '' ? {} : { paths: [filter.path] }
}
