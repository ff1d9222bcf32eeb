import type { Sha } from '../core/sha.ts'
import { quarantineEnv } from './quarantine.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Whether everything that was in one history is in the other. What cannot be told is not. */
export async function isAncestor(
  git: Git,
  where: { readonly dir: RepoDir; readonly quarantine: string | null },
  older: Sha,
  newer: Sha,
): Promise<boolean> {
  const env = quarantineEnv(where.dir, where.quarantine)
  const { exitCode } = await git.try(where.dir, { words: ['merge-base', '--is-ancestor'], revs: [older, newer], env })
  return exitCode === 0
}
