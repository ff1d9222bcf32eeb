import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../core/errors.ts'
import { keepOnce } from './keep-once.ts'
import { secretPrint } from './secret-print.ts'

/** The two settings that say where the secret comes from. */
export interface SecretPlace {
  readonly SECRET_KEY: Uint8Array | null
  readonly DATA_DIR: string
}

const harm = `With another one the audit log counts as broken, and the secrets of pipelines, webhooks and second factors stay shut for ever.
If it is lost all the same, "stithy migrate --accept-key" goes on with`

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
${harm} a new one`
  return new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
}

/** `print` is that of the right one; null where nobody knows it. */
export function wrongSecret({ SECRET_KEY, DATA_DIR }: SecretPlace, print: string | null): Fault {
  const path = pathIn(DATA_DIR)
  const isInFile = SECRET_KEY !== null && print !== null && printOf(DATA_DIR) === print
  const [name, remedy] =
    SECRET_KEY === null
      ? [path, 'bring it back from a backup, and look whether DATA_DIR is the right one']
      : ['SECRET_KEY', isInFile ? `unset it, the right one is in ${path}` : 'set it to that one']
  const message = `${name} is not the key that this database was first started with: ${remedy}.
${harm} this one`
  return new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
}

function printOf(dataDir: string): string | null {
  if (!existsSync(pathIn(dataDir))) return null
  const key = parse(readFileSync(pathIn(dataDir), 'utf8'))
  return key === null ? null : secretPrint(key)
}

/** The service's secret: from the setting, or made once and kept in the data directory. */
export function loadSecret(setting: Uint8Array | null, dataDir: string): Uint8Array {
  if (setting !== null) return setting
  const path = pathIn(dataDir)
  const text = keepOnce(path, () => `${randomBytes(32).toString('base64')}\n`)
  const key = parse(text)
  if (key === null) {
    const message = `${path} does not hold 32 bytes in base64: restore it from a backup`
    throw new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
  }
  return key
}

function parse(text: string): Uint8Array | null {
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === 32 ? new Uint8Array(key) : null
}
