import type { App } from '../../app.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import { preparedList } from '../../db/prepared.ts'
import { selectUsers, toUser } from './user-record.ts'

const byAddress = preparedList((db, addresses: readonly string[]) =>
  selectUsers(db).where('users.email_key', 'in', addresses).where('users.email_verified', '=', 1),
)

const byNameKey = preparedList((db, names: readonly string[]) => selectUsers(db).where('owners.name_key', 'in', names))

/** Whose account an address of a commit belongs to: as the proven one, or as the one that the service gives. */
export async function findAccounts(
  app: Pick<App, 'config' | 'db'>,
  emails: readonly string[],
): Promise<(email: string) => User | undefined> {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))]
  if (addresses.length === 0) return () => undefined
  const ending = `@users.noreply.${new URL(app.config.BASE_URL).hostname.toLowerCase()}`
  const names = addresses.flatMap((one) => (one.endsWith(ending) ? [nameKey(one.slice(0, -ending.length))] : []))
  const found = await Promise.all([
    byAddress(app.db, addresses, {}),
    names.length === 0 ? [] : byNameKey(app.db, names, {}),
  ])
  const users = found.flat().map(toUser)
  const byName = new Map(users.map((user) => [nameKey(user.username) + ending, user]))
  const byEmail = new Map(
    users.flatMap((user) => (user.emailVerified ? [[user.email.toLowerCase(), user] as const] : [])),
  )
  return (email) => byEmail.get(email.toLowerCase()) ?? byName.get(email.toLowerCase())
}
