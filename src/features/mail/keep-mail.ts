import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { isDeletionHeld } from '../backup/deletion-hold.ts'

/** As they are named here; whatever else lies in the folder, or above it, is none of ours. */
export const nameOfMail = /^\d{4}-\d\d-\d\dT[\d-]+\.\d+Z-[0-9a-f-]{36}\.eml$/

/** Enough to look something up; and whoever writes the next one looks through their names. */
const mostKept = 1000

/**
 * Writes a mail into the folder: whole and on disk, then named. A mail that is sent again after a crash has the same id,
 * and is there once. The oldest make room.
 */
export async function keepMail(
  config: Pick<Config, 'DATA_DIR'>,
  { messageId, message }: { readonly messageId: string; readonly message: Buffer },
): Promise<void> {
  const folder = mailFolder(config)
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
  await forgetOldest(config, names)
}

/** The time comes first in their names. A backup that is being made may be about to copy them: then later. */
async function forgetOldest(config: Pick<Config, 'DATA_DIR'>, before: readonly string[]): Promise<void> {
  const mails = before.filter((name) => nameOfMail.test(name)).toSorted()
  const old = mails.slice(0, Math.max(0, mails.length + 1 - mostKept))
  if (old.length === 0 || (await isDeletionHeld(config))) return
  for (const name of old) await rm(join(mailFolder(config), name), { force: true })
}

export function mailFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'mail')
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
