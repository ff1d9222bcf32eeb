import type { App } from '../../app.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import { prepared } from '../../db/prepared.ts'

/** Where the default branch stands; null while there is none. */
export async function findDefaultCommit(app: Pick<App, 'db'>, repo: Repo): Promise<Sha | null> {
  const ref = branchRef(repo.defaultBranch)
  if (ref === null) return null
  const [row] = await named(app.db, { repoId: repo.id, ref })
  return row === undefined ? null : requireSha(row.sha)
}

const named = prepared((db, its: { repoId: number; ref: string }) =>
  db.selectFrom('refs').select('sha').where('repo_id', '=', its.repoId).where('name', '=', its.ref),
)
