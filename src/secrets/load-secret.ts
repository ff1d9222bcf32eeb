import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../core/errors.ts'

/**
 * The service's secret: from the setting, or made once and kept in the data directory. Written to a file of its own and
 * linked into place, so that a crash leaves no half key and of two first starts exactly one wins.
 */
export function loadSecret(setting: Uint8Array | null, dataDir: string): Uint8Array {
  if (setting !== null) return setting
  const path = join(dataDir, 'secret.key')
  const kept = readKey(path)
  if (kept !== null) return kept

  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('base64')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const made = readKey(path)
  if (made === null) throw new Error(`${path} vanished while it was being made`)
  return made
}

function readKey(path: string): Uint8Array | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) {
    const message = `${path} does not hold 32 bytes in base64: restore it from a backup`
    throw new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
  }
  return new Uint8Array(key)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
