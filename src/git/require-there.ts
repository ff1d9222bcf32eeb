import { existsSync } from 'node:fs'
import { Fault } from '../core/errors.ts'
import { RepositoryAway } from '../core/repository-away.ts'
import type { RepoDir } from './run-git.ts'

/** Before git is sent to a folder, and after it, or we, found less there than expected: in no folder there is nothing. */
export function requireThere(dir: RepoDir): void {
  if (!existsSync(dir)) throw new RepositoryAway()
}

/** What fails in a folder that is gone by then fails for that reason, whichever way: a file less, a git that ended. */
export async function whileThere<T>(dir: RepoDir, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault)) requireThere(dir)
    throw error
  }
}

/** Of a git that was to be started: the folder went after it was looked for, and may be there again by now. */
export function foundNoFolder(error: Error): boolean {
  return 'code' in error && error.code === 'ENOENT'
}
