import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { requireUserByName } from '../users/find-user.ts'
import { removeAccount } from './remove-account.ts'

/** Somebody else's account. For one's own there is `deleteOwnAccount`, which asks for the password. */
export async function deleteUser(
  app: Pick<App, 'config' | 'db' | 'keys' | 'log' | 'passing'>,
  actor: AdminActor,
  username: string,
): Promise<void> {
  const user = await requireUserByName(app.db, username)
  if (actor.kind === 'session' && actor.user.id === user.id) throw conflict('You cannot delete your own account here')
  await removeAccount(app, actor, user)
}
