import type { App } from '../../app.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'

/** Where the default branch stands; null while there is none. */
export async function findDefaultCommit(app: Pick<App, 'db'>, repo: Repo): Promise<Sha | null> {
  const ref = branchRef(repo.defaultBranch)
  if (ref === null) return null
  const row = await app.db
    .selectFrom('refs')
    .select('sha')
    .where('repo_id', '=', repo.id)
    .where('name', '=', ref)
    .executeTakeFirst()
  return row === undefined ? null : requireSha(row.sha)
}
