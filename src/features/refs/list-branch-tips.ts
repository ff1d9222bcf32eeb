import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { type Commit, readCommit } from '../commits/list-commits.ts'
import { getRepo } from '../repos/get-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { type Branch, listBranches } from './list-refs.ts'

export interface BranchTip extends Branch {
  readonly commit: Commit
  /** Against the default branch; null for itself and where there is none. */
  readonly divergence: { readonly ahead: number; readonly behind: number } | null
}

/** Branches with the commit that each ends in, and how far each went from the default branch. */
export async function listBranchTips(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest & { readonly q?: string },
): Promise<Page<BranchTip>> {
  const repo = await getRepo(app, actor, ref)
  const dir = repoDirectory(app.config, repo)
  const [page, first] = await Promise.all([
    listBranches(app, actor, ref, request),
    listBranches(app, actor, ref, { page: 1, perPage: 1 }),
  ])
  const base = first.items.find((branch) => branch.isDefault)
  const items: BranchTip[] = []
  for (const branch of page.items) {
    const compared =
      base === undefined || branch.isDefault ? null : await findDivergence(app, dir, base.sha, branch.sha)
    items.push({ ...branch, commit: await readCommit(app, dir, branch.sha), divergence: compared })
  }
  return { ...page, items }
}
