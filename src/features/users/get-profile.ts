import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { User } from '../../core/user.ts'
import { requireUserByName } from './find-user.ts'
import { noreplyAddress } from './noreply-address.ts'

/** Anybody's profile. Others see an address that leads nowhere, and not who administers: that is whom to attack first. */
export async function getProfile(app: Pick<App, 'db' | 'config'>, actor: Actor, username: string): Promise<User> {
  const user = await requireUserByName(app.db, username)
  const asking = userOf(actor)
  if (asking !== null && (asking.id === user.id || asking.isAdmin)) return user
  const email = noreplyAddress(app.config, user)
  return { ...user, email, emailVerified: false, pendingEmail: null, isAdmin: false }
}
