import type { App } from '../../app.ts'
import { searchUsers } from './search-users.ts'

const most = 100

/** Names to choose from where somebody is to be named: as many as fit into a page. Any other can be typed. */
export async function suggestNames(app: Pick<App, 'db'>): Promise<readonly string[]> {
  const found = await searchUsers(app, '', { page: 1, perPage: most })
  return found.items.map((user) => user.username)
}
