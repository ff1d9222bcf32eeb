import { mkdir, open } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { invalidField } from '../../core/errors.ts'
import { ownerDirectory, repositoriesRoot } from './owner-directory.ts'

/**
 * Makes the user's repository directory. Fatal on purpose, unlike other hooks: a bad name or a failing disk leaves no
 * account. It runs before the account's row is committed; a directory that is there already, or is left behind by a
 * crash in between, does no harm.
 */
export async function onUserRegistered(app: Pick<App, 'config' | 'log'>, username: string): Promise<void> {
  refuseClimbingName(app, username)
  await mkdir(ownerDirectory(app.config, username), { recursive: true })
  // The entry must be on disk before the account is: an account without its directory is half an account.
  const root = await open(repositoriesRoot(app.config))
  try {
    await root.sync()
  } finally {
    await root.close()
  }
}

/** Such a name is an attack, not a slip: it is refused with a warning in the log, whatever other rules it breaks. */
export function refuseClimbingName(app: Pick<App, 'log'>, username: string): void {
  if (!['..', '/', '\\'].some((part) => username.includes(part))) return
  app.log.warn({ username }, 'on_user_registered: refused a name that could leave the repository root')
  throw invalidField('username', 'format', 'must not contain "..", "/" or "\\"')
}
