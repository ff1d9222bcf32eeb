import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Fault } from '../core/errors.ts'
import { keepOnce } from './keep-once.ts'

/** The service's secret: from the setting, or made once and kept in the data directory. */
export function loadSecret(setting: Uint8Array | null, dataDir: string): Uint8Array {
  if (setting !== null) return setting
  const path = join(dataDir, 'secret.key')
  const text = keepOnce(path, () => `${randomBytes(32).toString('base64')}\n`)
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) {
    const message = `${path} does not hold 32 bytes in base64: restore it from a backup`
    throw new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
  }
  return new Uint8Array(key)
}
