import type { RefName } from '../core/ref-name.ts'
import type { Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

const patienceMs = 3000

/** Those of some refs that have commits which another history has not; all of them where that takes long to tell. */
export async function findUnmerged(
  git: Git,
  dir: RepoDir,
  refs: readonly RefName[],
  target: Sha,
): Promise<ReadonlySet<string>> {
  if (refs.length === 0) return new Set()
  const words = ['for-each-ref', '--format=%(refname)', `--no-merged=${target}`]
  const { exitCode, stdout } = await git.try(dir, { words, revs: refs }, { timeoutMs: patienceMs })
  return new Set(exitCode === 0 ? stdout.toString('utf8').split('\n') : refs)
}
