import type { RefName } from '../core/ref-name.ts'
import type { Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Which of the named refs, or of those in the named folders, have the commit in their history. What cannot be told have not. */
export async function refsContaining(
  git: Git,
  dir: RepoDir,
  commit: Sha,
  within: readonly (RefName | 'refs/heads/' | 'refs/tags/')[],
): Promise<readonly string[]> {
  const words = ['for-each-ref', '--format=%(refname)', `--contains=${commit}`, ...within]
  const { exitCode, stdout } = await git.try(dir, { words })
  return exitCode === 0
    ? stdout
        .toString('utf8')
        .split('\n')
        .filter((name) => name !== '')
    : []
}
