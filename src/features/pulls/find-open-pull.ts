import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { findOpenRoute } from './store.ts'

/** The number of the one that is open from one branch of a repository to another. */
export function findOpenPull(
  { db }: Pick<App, 'db'>,
  { id }: Pick<Repo, 'id'>,
  { source, target }: { readonly source: string; readonly target: string },
): Promise<number | null> {
  return findOpenRoute(db, { repoId: id, sourceRepoId: id, sourceBranch: source, targetBranch: target })
}
