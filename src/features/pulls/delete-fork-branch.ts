import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { deleteBranch } from '../refs/delete-ref.ts'
import { findBranchTip } from './branch-tip.ts'
import type { Pull } from './pull.ts'

/** The branch of a fork that was merged, where whoever merged it may delete it, and nothing was added to it since. */
export async function deleteForkBranch(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  repo: Repo,
  { sourceRepo, sourceBranch, headSha }: Pull,
): Promise<void> {
  if (sourceRepo === null || sourceRepo.id === repo.id) return
  if ((await findBranchTip(app.db, sourceRepo.id, sourceBranch))?.sha !== headSha) return
  try {
    await deleteBranch(app, actor, { owner: sourceRepo.owner, repo: sourceRepo.slug }, sourceBranch)
  } catch (error) {
    // Merged it is: what becomes of the branch is a courtesy.
    if (!(error instanceof Fault)) throw error
  }
}
