import { Pace } from '../core/pace.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Of a longer stretch, those that came last. */
const mostCommits = 100_000
const patienceMs = 10_000
/** Of an id and what ends it. */
const lineLength = 41

/** The ids of what one history has and another has not; of all of it where there is no other. */
export async function listSince(git: Git, dir: RepoDir, head: Sha, since: Sha | null): Promise<ReadonlySet<Sha>> {
  // Ids of ours: nothing in it can be taken for something else.
  const range = since === null ? [head] : [`${since}..${head}`]
  const words = ['rev-list', `--max-count=${mostCommits}`, ...range]
  const listed = await git.run(dir, { words }, { timeoutMs: patienceMs })
  const found = new Set<Sha>()
  const pace = new Pace()
  for (let at = 0; at < listed.length; at += lineLength) {
    await pace.isOver()
    found.add(requireSha(listed.toString('latin1', at, at + lineLength - 1)))
  }
  return found
}
