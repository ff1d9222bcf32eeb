import { rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than git holds the lock of all packed refs. */
export const longestPackedLockMs = 15_000

/**
 * Removes a lock that nobody can be holding: one that is the same file after a while. Its age is not asked for, because
 * the clock of a shared file system is another's.
 */
export async function removeStale(path: string, waitMs: number): Promise<void> {
  const first = await markOf(path)
  if (first === null) return
  await sleep(waitMs)
  if ((await markOf(path)) === first) await rm(path, { force: true })
}

async function markOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : `${found.ino} ${found.mtimeMs} ${found.size}`
}
