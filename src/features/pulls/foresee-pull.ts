import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { checkMerge } from '../../git/check-merge.ts'
import { inTime } from '../contents/in-time.ts'
import type { Comparison } from '../diffs/compare.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findOpenRoute, type Route } from './store.ts'

export interface Foreseen {
  /** The number of the one that is open for the same branches. */
  readonly taken: number | null
  /** The files that were changed on both sides; null where that is not known yet. */
  readonly conflicts: readonly string[] | null
}

/** A page comes at once: what merging takes longer to find out is said once it is opened. */
const patienceMs = 300

/** What would be in the way of a pull request that is to be. */
export async function foreseePull(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>,
  repo: Repo,
  route: Omit<Route, 'repoId'>,
  compared: Pick<Comparison, 'base' | 'head' | 'behind'>,
): Promise<Foreseen> {
  const isHere = route.sourceRepoId === repo.id
  const [taken, conflicts] = await Promise.all([
    findOpenRoute(app.db, { ...route, repoId: repo.id }),
    compared.behind === 0 ? [] : isHere ? inTime(findConflicts(app, repo, compared), patienceMs) : null,
  ])
  return { taken, conflicts }
}

/** Kept for the one that is opened. */
async function findConflicts(
  app: Pick<App, 'config' | 'git' | 'kept' | 'objects'>,
  repo: Repo,
  { base: target, head }: Pick<Comparison, 'base' | 'head'>,
): Promise<readonly string[] | null> {
  const merged = await checkMerge(app, repoDirectory(app.config, repo), { target, head })
  if (merged.kind === 'conflict') return merged.files.map(({ path }) => path)
  return merged.kind === 'clean' ? [] : null
}
