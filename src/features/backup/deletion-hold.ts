import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { minute, second } from '../../core/clock.ts'

/** Whoever holds says so again long before others stop believing it. */
const lasts = 2 * minute
const renewEvery = 10 * second

function holdsFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'holds')
}

/**
 * While a backup runs, files that rows of its snapshot name stay, although the rows may be gone by now. Files, not rows:
 * a backup writes nothing to the database. Returns how to let go; a backup that dies lets go by itself, after a while.
 */
export async function holdDeletions(config: Pick<Config, 'DATA_DIR'>): Promise<() => Promise<void>> {
  const folder = holdsFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  await (await open(path, 'wx', 0o600)).close()
  const renew = (): void => {
    const now = new Date()
    // Where that fails, the hold ends too early; the backup finds out by itself what it has missed.
    utimes(path, now, now).catch(() => undefined)
  }
  const timer = setInterval(renew, renewEvery)
  return async () => {
    clearInterval(timer)
    await rm(path, { force: true })
  }
}

/**
 * Whoever removes files for good asks after the rows are gone and before the files go. When nobody holds then, every
 * snapshot is taken later, and knows nothing of the rows.
 */
export async function isDeletionHeld(config: Pick<Config, 'DATA_DIR'>): Promise<boolean> {
  const folder = holdsFolder(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found === null) continue
    if (found.mtimeMs > Date.now() - lasts) return true
    await rm(join(folder, name), { force: true })
  }
  return false
}
