import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import type { Git, RepoDir } from './run-git.ts'

const mostPaths = 50
const mostCommits = 100
const patienceMs = 1500

/** Addresses of those who last wrote some files, the most frequent first. None where that takes long. */
export async function findRecentAuthors(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  { from, head, paths }: { readonly from: Sha; readonly head: Sha; readonly paths: readonly RepoPath[] },
): Promise<readonly string[]> {
  if (paths.length === 0) return []
  // Which paths they are follows from the two commits.
  return parts.kept.of(dir, ['recent-authors', from, head], sizeOf, async () => {
    const words = ['log', '--no-merges', `--max-count=${mostCommits}`, '--format=%ae']
    const call = { words, revs: [from], paths: paths.slice(0, mostPaths) }
    const { exitCode, stdout } = await parts.git.try(dir, call, { timeoutMs: patienceMs })
    if (exitCode !== 0) return []
    const counts = new Map<string, number>()
    for (const line of stdout.toString('utf8').split('\n')) {
      const address = line.trim().toLowerCase()
      if (address !== '') counts.set(address, (counts.get(address) ?? 0) + 1)
    }
    return [...counts].toSorted((one, other) => other[1] - one[1]).map(([address]) => address)
  })
}

function sizeOf(found: readonly string[]): number {
  return found.length * 60
}
