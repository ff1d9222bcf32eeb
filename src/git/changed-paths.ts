import type { Sha } from '../core/sha.ts'
import { type Git, GitError, type RepoDir } from './run-git.ts'
import { gaveUp } from './too-large.ts'

const patienceMs = 20_000
/** Room for some 300,000 files that differ; past it git gives up within a second, where it would go on for many. */
const pathsKb = 196_608

/**
 * Every path that is there in one and not in the other, or is another: cheaper than the changes themselves. Null where
 * there are more than git can tell.
 */
export async function changedPaths(git: Git, dir: RepoDir, from: Sha, to: Sha): Promise<readonly string[] | null> {
  const words = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff']
  const call = { words, revs: [from, to], mostKb: pathsKb }
  const { exitCode, stdout, stderr } = await git.try(dir, call, { timeoutMs: patienceMs })
  if (exitCode !== 0 && gaveUp({ stderr })) return null
  if (exitCode !== 0) throw new GitError(call, exitCode, stderr)
  return stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
}
