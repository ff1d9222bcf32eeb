import type { App } from '../../app.ts'
import type { AuthorCount } from '../../git/author-counts.ts'
import { findAccounts } from '../users/find-accounts.ts'

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
  const accountOf = await findAccounts(
    app,
    authors.slice(0, mostAsked).map(({ email }) => email),
  )
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
