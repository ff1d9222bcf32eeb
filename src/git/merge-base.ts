import { parseSha, type Sha } from '../core/sha.ts'
import type { History } from './history.ts'
import type { Kept } from './kept.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface Divergence {
  /** Null for histories that have nothing in common. */
  readonly mergeBase: Sha | null
  /** Commits that only the second has, and that only the first has. */
  readonly ahead: number
  readonly behind: number
}

interface Parts {
  readonly git: Git
  readonly history: History
  readonly kept: Kept
}

/** Where two histories went apart; null when they have nothing in common. */
export async function findMergeBase(git: Git, dir: RepoDir, one: Sha, other: Sha): Promise<Sha | null> {
  // Ends with 1 when there is none.
  const found = await git.try(dir, { words: ['merge-base'], revs: [one, other] })
  return parseSha(found.stdout.toString('latin1').slice(0, 40))
}

/** How two histories went apart. */
export function findDivergence(parts: Parts, dir: RepoDir, base: Sha, head: Sha): Promise<Divergence> {
  return parts.kept.of(
    dir,
    questionOf(base, head),
    () => 60,
    async () => {
      const apart = (await asBefore(parts, dir, base, head)) ?? (await parts.history.apart(dir, base, head))
      if (apart !== null) return apart
      const [behind = '0', ahead = '0'] = await countSides(parts.git, dir, base, head)
      return {
        mergeBase: await findMergeBase(parts.git, dir, base, head),
        ahead: Number(ahead),
        behind: Number(behind),
      }
    },
  )
}

/**
 * From what was known before some commits came on top of the base: the other has none of them, or it had all of the base
 * and they had met there.
 */
async function asBefore({ history, kept }: Parts, dir: RepoDir, base: Sha, head: Sha): Promise<Divergence | null> {
  const older = await history.below(dir, base)
  for (const [at, commit] of older.entries()) {
    const known = (await kept.find<Divergence>(dir, questionOf(commit, head))?.catch(() => null)) ?? null
    if (known !== null) return known.mergeBase === commit ? null : { ...known, behind: known.behind + at + 1 }
  }
  return null
}

function questionOf(base: Sha, head: Sha): readonly string[] {
  return ['divergence', base, head]
}

async function countSides(git: Git, dir: RepoDir, base: Sha, head: Sha): Promise<readonly string[]> {
  // `a...b` by hand: both ends are ids of ours, so nothing in it can be taken for something else.
  const words = ['rev-list', '--count', '--left-right', `${base}...${head}`]
  return (await git.run(dir, { words })).toString('latin1').trim().split('\t')
}
