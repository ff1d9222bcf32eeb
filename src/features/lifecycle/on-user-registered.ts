import type { App } from '../../app.ts'
import { invalidField } from '../../core/errors.ts'
import { makeOwnerDirectory } from './make-owner-directory.ts'

/**
 * Makes the user's repository directory. Fatal on purpose, unlike other hooks: a bad name or a failing disk leaves no
 * account. Returns how to take it back when there will be no account after all.
 */
export async function onUserRegistered(
  app: Pick<App, 'config' | 'db' | 'log'>,
  username: string,
): Promise<() => Promise<void>> {
  refuseClimbingName(app, username)
  return makeOwnerDirectory(app, username)
}

/** Such a name is an attack, not a slip: it is refused with a warning in the log, whatever other rules it breaks. */
export function refuseClimbingName(app: Pick<App, 'log'>, username: string): void {
  if (!['..', '/', '\\'].some((part) => username.includes(part))) return
  app.log.warn({ username }, 'on_user_registered: refused a name that could leave the repository root')
  throw invalidField('username', 'format', 'must not contain "..", "/" or "\\"')
}
