import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { fieldsOf } from './read-fields.ts'
import { exitOf, type Git, type RepoDir } from './run-git.ts'

const week = 7 * 24 * 60 * 60
export const weeks = 52

export interface WeeklyCommits {
  /** The oldest of the weeks begins here, in seconds. */
  readonly from: number
  readonly all: readonly number[]
  /** By address in lower case. */
  readonly byAuthor: ReadonlyMap<string, readonly number[]>
}

const mostAuthors = 500
const noWeeks = (): number[] => Array.from({ length: weeks }, () => 0)
const longestMs = 60_000

/** How many commits each of the last weeks had, merges aside, as their authors dated them. */
export function countWeeks(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  head: Sha,
  nowMs: number,
): Promise<WeeklyCommits> {
  const from = (Math.floor(nowMs / 1000 / week) - weeks + 1) * week
  const sizeOf = ({ byAuthor }: WeeklyCommits): number => byAuthor.size * 500
  return parts.kept.of(dir, ['weeks', head, from], sizeOf, async () => {
    const words = ['log', '-z', '--format=%at %ae', '--no-merges', `--since=@${from} +0000`]
    const child = parts.git.spawn(dir, { words, revs: [head] }, ['ignore', 'pipe', 'ignore'])
    const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
    const ended = exitOf(child)
    const all = noWeeks()
    const byAuthor = new Map<string, number[]>()
    for await (const field of fieldsOf(child.stdout)) {
      const space = field.indexOf(' ')
      const at = Math.floor((Number(field.slice(0, space)) - from) / week)
      if (!(at >= 0 && at < weeks)) continue
      const address = field.slice(space + 1).toLowerCase()
      all[at] = (all[at] ?? 0) + 1
      const own = byAuthor.get(address) ?? (byAuthor.size < mostAuthors ? noWeeks() : null)
      if (own === null) continue
      byAuthor.set(address, own)
      own[at] = (own[at] ?? 0) + 1
    }
    clearTimeout(timer)
    await ended
    return { from, all, byAuthor }
  })
}
