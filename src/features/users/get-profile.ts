import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { User } from '../../core/user.ts'
import { requireUserByName } from './find-user.ts'
import { noreplyAddress } from './noreply-address.ts'

/** Anybody's profile. Addresses are private: others see one that leads nowhere. */
export async function getProfile(app: Pick<App, 'db' | 'config'>, actor: Actor, username: string): Promise<User> {
  const user = await requireUserByName(app.db, username)
  const asking = userOf(actor)
  if (asking !== null && (asking.id === user.id || asking.isAdmin)) return user
  return { ...user, email: noreplyAddress(app.config, user) }
}
