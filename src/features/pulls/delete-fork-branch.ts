import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { deleteBranchAt } from '../refs/delete-ref.ts'
import type { Pull } from './pull.ts'

/** The branch of a fork that was merged, where whoever merged it may delete it, and nothing was added to it since. */
export async function deleteForkBranch(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  repo: Repo,
  { sourceRepo, sourceBranch, headSha }: Pull,
): Promise<void> {
  if (sourceRepo === null || sourceRepo.id === repo.id) return
  try {
    const branch = { name: sourceBranch, sha: headSha }
    await deleteBranchAt(app, actor, { owner: sourceRepo.owner, repo: sourceRepo.slug }, branch)
  } catch (error) {
    // Merged it is: what becomes of the branch is a courtesy.
    if (!(error instanceof Fault)) throw error
  }
}
