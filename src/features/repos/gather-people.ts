import type { App } from '../../app.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import type { AuthorCount } from '../../git/author-counts.ts'
import { selectUsers, toUser } from '../users/user-record.ts'

/** Somebody who wrote commits, under whatever addresses. */
export interface Contributor {
  readonly name: string
  /** The account whose addresses they are; null where nobody here has them. */
  readonly username: string | null
  readonly commits: number
  /** In lower case. */
  readonly emails: readonly string[]
}

/** Of a longer list the rest is taken as it is: nobody scrolls that far. */
const mostAsked = 1000

/**
 * Authors as people: the addresses of one account, the one that is proven and the one that the service gives, are one
 * person, called as the account is. Those with the most commits first.
 */
export async function gatherPeople(
  app: Pick<App, 'config' | 'db'>,
  authors: readonly AuthorCount[],
): Promise<readonly Contributor[]> {
  const accountOf = await findAccounts(app, authors.slice(0, mostAsked))
  const people = new Map<string, Contributor>()
  for (const { name, email, commits } of authors) {
    const address = email.toLowerCase()
    const user = accountOf(address)
    const key = user === undefined ? address : `account ${user.id}`
    const before = people.get(key)
    people.set(key, {
      name: user === undefined ? name : user.fullName || user.username,
      username: user?.username ?? null,
      commits: commits + (before?.commits ?? 0),
      emails: [...(before?.emails ?? []), address],
    })
  }
  return [...people.values()].toSorted((a, b) => b.commits - a.commits || (a.name < b.name ? -1 : 1))
}

async function findAccounts(
  app: Pick<App, 'config' | 'db'>,
  authors: readonly AuthorCount[],
): Promise<(address: string) => User | undefined> {
  const addresses = authors.map(({ email }) => email.toLowerCase())
  if (addresses.length === 0) return () => undefined
  const ending = `@users.noreply.${new URL(app.config.BASE_URL).hostname.toLowerCase()}`
  const names = addresses.flatMap((one) => (one.endsWith(ending) ? [nameKey(one.slice(0, -ending.length))] : []))
  const rows = await selectUsers(app.db)
    .where((eb) =>
      eb.or([
        eb.and([eb('users.email_key', 'in', addresses), eb('users.email_verified', '=', 1)]),
        ...(names.length === 0 ? [] : [eb('owners.name_key', 'in', names)]),
      ]),
    )
    .execute()
  const users = rows.map(toUser)
  const byName = new Map(users.map((user) => [nameKey(user.username) + ending, user]))
  const byEmail = new Map(
    users.flatMap((user) => (user.emailVerified ? [[user.email.toLowerCase(), user] as const] : [])),
  )
  return (address) => byEmail.get(address) ?? byName.get(address)
}
