import { parseSha, type Sha } from '../core/sha.ts'
import type { Divergence } from './merge-base.ts'
import { alternateEnv } from './quarantine.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface Across extends Divergence {
  /** What only the head has, newest first. */
  readonly commits: readonly Sha[]
}

/**
 * How the histories of two repositories went apart. Git reads what the other one has where it lies: nothing is taken over,
 * so nobody can read it there afterwards.
 */
export async function compareAcross(
  git: Git,
  base: { readonly dir: RepoDir; readonly sha: Sha },
  head: { readonly dir: RepoDir; readonly sha: Sha },
  mostCommits: number,
): Promise<Across> {
  const env = alternateEnv(base.dir)
  const ask = async (words: readonly string[]): Promise<string> =>
    (await git.run(head.dir, { words, env })).toString('latin1')
  // Ends with 1 when there is none.
  const met = git.try(head.dir, { words: ['merge-base'], revs: [base.sha, head.sha], env })
  const [{ stdout }, counts, list] = await Promise.all([
    met,
    // Ids of ours, so nothing in these can be taken for something else.
    ask(['rev-list', '--count', '--left-right', `${base.sha}...${head.sha}`]),
    ask(['rev-list', `--max-count=${mostCommits}`, head.sha, `^${base.sha}`]),
  ])
  const [behind = '0', ahead = '0'] = counts.trim().split('\t')
  return {
    mergeBase: parseSha(stdout.toString('latin1').slice(0, 40)),
    ahead: Number(ahead),
    behind: Number(behind),
    commits: list.split('\n').flatMap((line) => parseSha(line) ?? []),
  }
}
