import { parseSha, type Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface Divergence {
  /** Null for histories that have nothing in common. */
  readonly mergeBase: Sha | null
  /** Commits that only the second has, and that only the first has. */
  readonly ahead: number
  readonly behind: number
}

/** How two histories went apart. */
export function findDivergence(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  base: Sha,
  head: Sha,
): Promise<Divergence> {
  return parts.kept.of(
    dir,
    ['divergence', base, head],
    () => 60,
    async () => {
      // Ends with 1 when there is none.
      const found = await parts.git.try(dir, { words: ['merge-base'], revs: [base, head] })
      const [behind = '0', ahead = '0'] = await countSides(parts.git, dir, base, head)
      return {
        mergeBase: parseSha(found.stdout.toString('latin1').slice(0, 40)),
        ahead: Number(ahead),
        behind: Number(behind),
      }
    },
  )
}

async function countSides(git: Git, dir: RepoDir, base: Sha, head: Sha): Promise<readonly string[]> {
  // `a...b` by hand: both ends are ids of ours, so nothing in it can be taken for something else.
  const words = ['rev-list', '--count', '--left-right', `${base}...${head}`]
  return (await git.run(dir, { words })).toString('latin1').trim().split('\t')
}
