import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { type Git, GitError, type RepoDir } from './run-git.ts'
import { gaveUp, memoryLimit } from './too-large.ts'

/** Where each renamed file went, by its old path. */
export type Renames = ReadonlyMap<string, string>

const patienceMs = 20_000

/** Files that went from one path and came at another, also where something else came to the old one. */
export function findRenames(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  from: Sha,
  to: Sha,
): Promise<Renames> {
  // With something else at the old path, git calls the new one a copy.
  const words = ['diff-tree', '-r', '-z', '--name-status', '--find-renames', '--break-rewrites', '--diff-filter=RC']
  const sizeOf = (renames: Renames): number => renames.size * 200
  return parts.kept.of(dir, ['renames', from, to], sizeOf, async () => {
    const call = { words, revs: [from, to], env: memoryLimit }
    const { exitCode, stdout, stderr } = await parts.git.try(dir, call, { timeoutMs: patienceMs })
    const renames = new Map<string, string>()
    if (exitCode !== 0 && gaveUp({ stderr })) return renames
    if (exitCode !== 0) throw new GitError(call, exitCode, stderr)
    const fields = stdout.toString('utf8').split('\0')
    for (let at = 0; at + 2 < fields.length; at += 3) renames.set(fields[at + 1] ?? '', fields[at + 2] ?? '')
    return renames
  })
}
