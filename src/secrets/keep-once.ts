import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

/**
 * A secret text that is made once and kept in a file that only we may read. Written to a file of its own and linked into
 * place, so that a crash leaves no half secret and of two first starts exactly one wins.
 */
export function keepOnce(path: string, make: () => string): string {
  const kept = readText(path)
  if (kept !== null) return kept
  // Not by the number of the process: in containers that share a folder everybody is number 1.
  const draft = `${path}.${randomUUID()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, make())
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
  const made = readText(path)
  if (made === null) throw new Error(`${path} vanished while it was being made`)
  return made
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
