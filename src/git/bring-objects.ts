import type { Sha } from '../core/sha.ts'
import { alternateEnv } from './quarantine.ts'
import type { Git, RepoDir } from './run-git.ts'

export const patienceMs = 10 * 60_000

export interface Way {
  readonly from: RepoDir
  readonly to: RepoDir
}

/**
 * Takes what a commit needs from one repository over into another, as one pack that git writes where it belongs. `known`
 * are commits that both have: what these have is left out. Nothing leads to it yet; maintenance leaves it alone for two
 * weeks.
 */
export async function bringObjects(git: Git, { from, to }: Way, commit: Sha, known: readonly Sha[]): Promise<void> {
  const words = ['pack-objects', '--revs', '--non-empty', '--quiet', '--delta-base-offset', 'objects/pack/pack']
  const input = revsOf(commit, known)
  await git.run(to, { words, env: alternateEnv(from) }, { input, timeoutMs: patienceMs })
}

/** How many bytes that would be, as they lie where they come from. */
export async function sizeToBring(git: Git, { from, to }: Way, commit: Sha, known: readonly Sha[]): Promise<number> {
  const words = ['rev-list', '--objects', '--disk-usage', '--stdin']
  const input = revsOf(commit, known)
  const size = await git.run(to, { words, env: alternateEnv(from) }, { input, timeoutMs: patienceMs })
  return Number(size.toString('latin1'))
}

/** As `--revs` and `--stdin` read them. */
export function revsOf(commit: Sha, known: readonly Sha[]): string {
  return [commit, ...known.map((sha) => `^${sha}`), ''].join('\n')
}
