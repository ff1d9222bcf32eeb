import type { Sha } from '../core/sha.ts'
import { alternateEnv } from './quarantine.ts'
import type { Git, RepoDir } from './run-git.ts'

const patienceMs = 10 * 60_000

/**
 * Takes what a commit needs from one repository over into another, as one pack that git writes where it belongs. `known`
 * are commits that both have: what these have is left out. Nothing leads to it yet; maintenance leaves it alone for two
 * weeks.
 */
export async function bringObjects(
  git: Git,
  { from, to }: { readonly from: RepoDir; readonly to: RepoDir },
  commit: Sha,
  known: readonly Sha[],
): Promise<void> {
  const words = ['pack-objects', '--revs', '--non-empty', '--quiet', '--delta-base-offset', 'objects/pack/pack']
  const input = [commit, ...known.map((sha) => `^${sha}`), ''].join('\n')
  await git.run(to, { words, env: alternateEnv(from) }, { input, timeoutMs: patienceMs })
}
