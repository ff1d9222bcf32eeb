import { existsSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { syncFolder } from '../../git/repository-folder.ts'

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

/** Lies in a data directory from the first byte of a restore to its last. */
function markerOf({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'RESTORING')
}

export function isHalfRestored(config: Pick<Config, 'DATA_DIR'>): boolean {
  return existsSync(markerOf(config))
}

/** Whether a restore into this very database was begun and not ended: what is in it is ours to throw away. */
export async function wasFilling(config: Place): Promise<boolean> {
  return (await readFile(markerOf(config), 'utf8').catch(() => null)) === textOf(config)
}

export async function markRestore(config: Place): Promise<void> {
  const file = await open(markerOf(config), 'w', 0o600)
  try {
    await file.writeFile(textOf(config))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(config.DATA_DIR)
}

export async function unmarkRestore(config: Place): Promise<void> {
  await rm(markerOf(config), { force: true })
  await syncFolder(config.DATA_DIR)
}

/** Without the password. */
function textOf({ DATABASE_URL: url }: Place): string {
  return `${url === null ? 'sqlite' : `${url.host}${url.pathname}`}\n`
}
