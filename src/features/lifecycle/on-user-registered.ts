import { mkdir, open, rmdir } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { invalidField } from '../../core/errors.ts'
import type { Reader } from '../../db/handle.ts'
import { ownerDirectory, repositoriesRoot } from './owner-directory.ts'

/**
 * Makes the user's repository directory. Fatal on purpose, unlike other hooks: a bad name or a failing disk leaves no
 * account. It runs before the account's row is committed; a directory that is there already, or is left behind by a
 * crash in between, does no harm. Returns how to take it back when there will be no account after all.
 */
export async function onUserRegistered(
  app: Pick<App, 'config' | 'db' | 'log'>,
  username: string,
): Promise<() => Promise<void>> {
  refuseClimbingName(app, username)
  const directory = ownerDirectory(app.config, username)
  const made = await mkdir(directory, { recursive: true })
  // The entry must be on disk before the account is: an account without its directory is half an account.
  const root = await open(repositoriesRoot(app.config))
  try {
    await root.sync()
  } finally {
    await root.close()
  }
  return made === undefined ? () => Promise.resolve() : () => takeBack(app, username, directory)
}

/** Somebody else may have got the same name at the same moment: then the directory is theirs. Never takes a full one. */
async function takeBack(app: Pick<App, 'db' | 'log'>, username: string, directory: string): Promise<void> {
  if (await isOwner(app.db, username)) return
  try {
    await rmdir(directory)
  } catch (error) {
    app.log.warn({ error: String(error), username }, 'the directory of an account that was not made stays behind')
  }
  if (await isOwner(app.db, username)) await mkdir(directory, { recursive: true })
}

async function isOwner(reader: Reader, name: string): Promise<boolean> {
  return (await reader.selectFrom('owners').select('id').where('name', '=', name).executeTakeFirst()) !== undefined
}

/** Such a name is an attack, not a slip: it is refused with a warning in the log, whatever other rules it breaks. */
export function refuseClimbingName(app: Pick<App, 'log'>, username: string): void {
  if (!['..', '/', '\\'].some((part) => username.includes(part))) return
  app.log.warn({ username }, 'on_user_registered: refused a name that could leave the repository root')
  throw invalidField('username', 'format', 'must not contain "..", "/" or "\\"')
}
