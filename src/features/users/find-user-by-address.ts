import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import { findUserByEmail, findUserByName } from './find-user.ts'
import { noreplyAddress } from './noreply-address.ts'

/** Whose commit it is by its address: one that leads nowhere but names them, or theirs, once they have proved it. */
export async function findUserByAddress(app: Pick<App, 'config' | 'db'>, address: string): Promise<User | null> {
  const named = await findUserByName(app.db, address.slice(0, Math.max(0, address.indexOf('@'))))
  if (named !== null && noreplyAddress(app.config, named).toLowerCase() === address.toLowerCase()) return named
  const user = await findUserByEmail(app.db, address)
  return user?.emailVerified === true ? user : null
}
