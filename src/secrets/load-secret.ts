import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../core/errors.ts'
import { keepOnce } from './keep-once.ts'

/** Whether there is one to load, or one would be made. */
export function hasSecret(setting: Uint8Array | null, dataDir: string): boolean {
  return setting !== null || existsSync(pathIn(dataDir))
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** What another one would do harm to is there already. */
export function secretIsMissing(dataDir: string): Fault {
  const path = pathIn(dataDir)
  const message = `${path} is missing, and what is in the database was signed and sealed with it: bring it back from a backup.
With another one the audit log counts as broken, and the secrets of pipelines, webhooks and second factors stay shut for ever.
If it is lost all the same: head -c 32 /dev/urandom | base64 > ${path}`
  return new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
}

/** The service's secret: from the setting, or made once and kept in the data directory. */
export function loadSecret(setting: Uint8Array | null, dataDir: string): Uint8Array {
  if (setting !== null) return setting
  const path = pathIn(dataDir)
  const text = keepOnce(path, () => `${randomBytes(32).toString('base64')}\n`)
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) {
    const message = `${path} does not hold 32 bytes in base64: restore it from a backup`
    throw new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
  }
  return new Uint8Array(key)
}
