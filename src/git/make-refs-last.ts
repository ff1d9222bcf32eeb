import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { RefName } from '../core/ref-name.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Another push of many refs may be packing them, or maintenance. */
const patienceMs = 120_000
const settings = ['-c', 'core.packedRefsTimeout=60000']

/**
 * Makes refs last that were written without waiting for the disk: all at once, as one file that git waits for. Where
 * that fails, one after the other.
 */
export async function makeRefsLast(git: Git, dir: RepoDir, refs: readonly RefName[]): Promise<void> {
  const call = { words: [...settings, 'pack-refs', '--all'] }
  const { exitCode } = await git.try(dir, call, { timeoutMs: patienceMs })
  if (exitCode === 0) return
  for (const ref of refs) {
    const file = await open(join(dir, ref), 'r').catch(() => null)
    // Gone, or packed meanwhile, or a folder by now: whoever did that has waited for the disk.
    if (file === null) continue
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  }
}
