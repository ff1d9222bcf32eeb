import { parseSha, type Sha } from '../core/sha.ts'
import type { Divergence } from './merge-base.ts'
import { alternateEnv } from './quarantine.ts'
import type { Git, RepoDir } from './run-git.ts'

interface Place {
  readonly dir: RepoDir
  readonly sha: Sha
}

interface Across extends Divergence {
  /** What only the head has, newest first. */
  readonly commits: readonly Sha[]
}

/**
 * How the histories of two repositories went apart. Git reads what the other one has where it lies: nothing is taken over,
 * so nobody can read it there afterwards.
 */
export async function compareAcross(git: Git, base: Place, head: Place, mostCommits: number): Promise<Across> {
  // Ids of ours, so nothing in these can be taken for something else.
  const words = ['rev-list', `--max-count=${mostCommits}`, head.sha, `^${base.sha}`]
  const [divergence, list] = await Promise.all([
    divergeAcross(git, base, head),
    git.run(head.dir, { words, env: alternateEnv(base.dir) }),
  ])
  const commits = list
    .toString('latin1')
    .split('\n')
    .flatMap((line) => parseSha(line) ?? [])
  return { ...divergence, commits }
}

export async function divergeAcross(git: Git, base: Place, head: Place): Promise<Divergence> {
  const env = alternateEnv(base.dir)
  const words = ['rev-list', '--count', '--left-right', `${base.sha}...${head.sha}`]
  const [{ stdout }, counts] = await Promise.all([
    // Ends with 1 when there is none.
    git.try(head.dir, { words: ['merge-base'], revs: [base.sha, head.sha], env }),
    git.run(head.dir, { words, env }),
  ])
  const [behind = '0', ahead = '0'] = counts.toString('latin1').trim().split('\t')
  const mergeBase = parseSha(stdout.toString('latin1').slice(0, 40))
  return { mergeBase, ahead: Number(ahead), behind: Number(behind) }
}
