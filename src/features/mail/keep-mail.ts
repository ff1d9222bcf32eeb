import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a mail into the folder: whole and on disk, then named. A mail that is sent again after a crash has the same id,
 * and is there once.
 */
export async function keepMail(folder: string, messageId: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ending = `-${keyOf(messageId)}.eml`
  const names = await readdir(folder)
  if (names.some((name) => name.endsWith(ending))) return
  const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}${ending}`)
  // By the mail's id: what a crash has left of it is written anew.
  const draft = join(folder, `${ending.slice(1)}.part`)
  try {
    await write(draft, message)
    await rename(draft, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

/** As a UUID is written. */
function keyOf(messageId: string): string {
  const hash = createHash('sha256').update(messageId).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

async function write(path: string, message: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(message)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
