import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { findUserById } from '../users/find-user.ts'

/** In the words that receivers know from every payload. */
export function describeRepo({ records }: Pick<App, 'records'>, repo: Repo): object {
  return { id: records.id(repo), slug: repo.slug, owner: repo.owner }
}

/** Who did it; a deploy key, the service itself and whoever is gone have no name. */
export async function describeSender(app: Pick<App, 'db'>, userId: number | null): Promise<object> {
  const user = userId === null ? null : await findUserById(app.db, userId)
  return { username: user?.username ?? null }
}
