import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import { moveOwnerAway } from './move-owner-away.ts'

/** Just before an account is deleted, by its person or an administrator. Returns how to put everything back if the account stays after all. */
export function onUserDeleted(
  app: Pick<App, 'config' | 'db' | 'log'>,
  user: User,
): Promise<(error: unknown) => Promise<void>> {
  const { uuid, username } = user
  // A person's name never changes, so the directory is called by it.
  const about = { hook: 'on_user_deleted', fields: { username } }
  return moveOwnerAway(app, { uuid, directory: username }, about)
}
