import { join } from 'node:path'
import type { Sha } from '../core/sha.ts'
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
  // Quoted: a colon in the path would otherwise part it in two.
  const other = `"${join(from, 'objects').replaceAll(/["\\]/g, '\\$&')}"`
  const words = ['pack-objects', '--revs', '--non-empty', '--quiet', '--delta-base-offset', 'objects/pack/pack']
  const input = [commit, ...known.map((sha) => `^${sha}`), ''].join('\n')
  const call = { words, env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: other } }
  await git.run(to, call, { input, timeoutMs: patienceMs })
}
