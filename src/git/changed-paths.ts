import type { Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Every path that is there in one and not in the other, or is another: cheaper than the changes themselves. */
export async function changedPaths(git: Git, dir: RepoDir, from: Sha, to: Sha): Promise<readonly string[]> {
  const words = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff']
  const text = (await git.run(dir, { words, revs: [from, to] })).toString('utf8')
  return text.split('\0').filter((path) => path !== '')
}
