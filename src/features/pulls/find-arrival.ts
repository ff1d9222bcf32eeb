import { parseSha, type Sha } from '../../core/sha.ts'
import type { Git, RepoDir } from '../../git/run-git.ts'

/** The commit by which a branch got something: itself where the branch went through it, else the merge that took it in. */
export async function findArrival(git: Git, dir: RepoDir, commit: Sha, tip: Sha): Promise<Sha> {
  // Ids of ours: nothing in it can be taken for something else.
  const words = ['rev-list', '--first-parent', '--ancestry-path', '--parents', `${commit}..${tip}`]
  const lines = (await git.run(dir, { words })).toString('latin1').trim().split('\n')
  const [first = '', parent] = lines.at(-1)?.split(' ') ?? []
  return parent === commit ? commit : (parseSha(first) ?? commit)
}
