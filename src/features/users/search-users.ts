import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { User } from '../../core/user.ts'
import { findUsersByGrams, findUsersByStart, gramsOf } from '../../db/grams.ts'
import { holdsText } from '../../db/holds-text.ts'
import { readPage } from '../../db/read-page.ts'
import { selectUsers, toUser } from './user-record.ts'

/** Nobody turns the pages of what a letter or two find any further. */
const mostByStart = 500

/**
 * People by a part of their user name or full name, of one or two letters by its beginning; the shortest match first.
 * Addresses are not searched: they are private.
 */
export async function searchUsers(app: Pick<App, 'db'>, text: string, request: PageRequest): Promise<Page<User>> {
  const asked = text.toLowerCase()
  const grams = gramsOf(asked)
  const found =
    grams.length === 0
      ? selectUsers(app.db).where('users.id', 'in', findUsersByStart(app.db, asked, mostByStart))
      : selectUsers(app.db)
          .where('users.id', 'in', findUsersByGrams(app.db, grams))
          .where(holdsText(asked, 'owners.name_key', sql<string>`lower(users.full_name)`))
  const query = found
    .where('users.disabled_at', 'is', null)
    .orderBy(sql`length(owners.name_key)`)
    .orderBy('owners.name_key')
  return mapPage(await readPage(query, request), toUser)
}
