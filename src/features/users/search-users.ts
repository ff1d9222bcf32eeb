import { type SqlBool, sql } from 'kysely'
import type { App } from '../../app.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { User } from '../../core/user.ts'
import { readPage } from '../../db/read-page.ts'
import { selectUsers, toUser } from './user-record.ts'

/** People by user name or full name, the shortest match first. Addresses are not searched: they are private. */
export async function searchUsers(app: Pick<App, 'db'>, text: string, request: PageRequest): Promise<Page<User>> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const matches = sql<SqlBool>`(owners.name_key like ${pattern} escape '\\' or lower(users.full_name) like ${pattern} escape '\\')`
  const query = selectUsers(app.db)
    .where(matches)
    .where('users.disabled_at', 'is', null)
    .orderBy(sql`length(owners.name_key)`)
    .orderBy('owners.name_key')
  return mapPage(await readPage(query, request), toUser)
}
