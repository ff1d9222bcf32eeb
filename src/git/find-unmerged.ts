import type { RefName } from '../core/ref-name.ts'
import type { Sha } from '../core/sha.ts'
import { alternateEnv } from './quarantine.ts'
import type { Git, RepoDir } from './run-git.ts'

const patienceMs = 3000

/**
 * Those of some refs that have commits which another history has not, perhaps that of another repository; all of them where
 * that takes long to tell.
 */
export async function findUnmerged(
  git: Git,
  dir: RepoDir,
  refs: readonly RefName[],
  target: { readonly dir: RepoDir; readonly sha: Sha },
): Promise<ReadonlySet<string>> {
  if (refs.length === 0) return new Set()
  const words = ['for-each-ref', '--format=%(refname)', `--no-merged=${target.sha}`]
  // Read where it lies: nothing is taken over.
  const env = target.dir === dir ? {} : alternateEnv(target.dir)
  const { exitCode, stdout } = await git.try(dir, { words, revs: refs, env }, { timeoutMs: patienceMs })
  return new Set(exitCode === 0 ? stdout.toString('utf8').split('\n') : refs)
}
