import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { refused } from './points.ts'
import { isHalfRestored } from './restore-marker.ts'

/** What may lie in a folder that holds nothing yet: of the disk, and the lock that we hold. */
const harmless = /^(lost\+found|serve\.lock.*)$/

/** All that a restore, or what looks at its result, writes. */
const ours =
  /^(repositories|blobs|mail|hooks|trash|cache|holds|secret\.key|ssh_host_ed25519_key|stithy\.db.*|backup\.lock.*)$/

/** A restore never writes over anything. What an earlier one has left when it died began in an empty folder, too. */
export async function requireEmptyFolder(config: Pick<Config, 'DATA_DIR'>): Promise<void> {
  const { DATA_DIR } = config
  if (isHalfRestored(config)) return
  if ((await readdir(DATA_DIR)).every((name) => harmless.test(name))) return
  throw refused(
    `DATA_DIR ${DATA_DIR} is not empty, and a restore never writes over anything: move it away (mv ${DATA_DIR} ${DATA_DIR}.old), or set DATA_DIR to another folder`,
  )
}

/** Throws away what a restore that died has left. */
export async function clearHalfRestored(config: Pick<Config, 'DATA_DIR'>): Promise<void> {
  if (!isHalfRestored(config)) return
  for (const name of await readdir(config.DATA_DIR)) {
    if (ours.test(name)) await rm(join(config.DATA_DIR, name), { recursive: true, force: true })
  }
}
