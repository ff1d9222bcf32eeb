import { requireSha, type Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Of a longer stretch, those that came last. */
const mostCommits = 100_000
const patienceMs = 10_000

/** The ids of what one history has and another has not; of all of it where there is no other. */
export async function listSince(git: Git, dir: RepoDir, head: Sha, since: Sha | null): Promise<ReadonlySet<Sha>> {
  // Ids of ours: nothing in it can be taken for something else.
  const range = since === null ? [head] : [`${since}..${head}`]
  const words = ['rev-list', `--max-count=${mostCommits}`, ...range]
  const text = (await git.run(dir, { words }, { timeoutMs: patienceMs })).toString('latin1')
  return new Set(text.split('\n').flatMap((line) => (line === '' ? [] : [requireSha(line)])))
}
