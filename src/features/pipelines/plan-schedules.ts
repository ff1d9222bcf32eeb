import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findBranchTip } from '../pulls/branch-tip.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { holdRepo } from '../repos/hold-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { detectConfig } from './detect-config.ts'
import { schedulesOf } from './plan-push.ts'
import { saveSchedules } from './record-plan.ts'

const tries = 5

/**
 * The job after another branch became the default: from then on the clock runs what that one asks for. Not of what others
 * write elsewhere.
 */
export async function planSchedules(app: Pick<App, 'config' | 'db' | 'objects'>, repoId: number): Promise<void> {
  for (let left = tries; left > 0; left--) {
    const repo = await findRepoById(app.db, repoId)
    if (repo === null || repo.mirrorOf !== null || !app.config.CI_ENABLED) return
    const tip = await findBranchTip(app.db, repo.id, repo.defaultBranch)
    const schedules = tip === null ? [] : schedulesOf(await detectConfig(app, repoDirectory(app.config, repo), tip.sha))
    const isSaved = await inTransaction(app, async (tx) => {
      const now = await holdRepo(tx, repo.id)
      // A push came in between: what it has planned is newer.
      if (now?.refsVersion !== repo.refsVersion || now.defaultBranch !== repo.defaultBranch) return false
      await saveSchedules(tx, repo.id, schedules)
      await tx.notify('pipelines')
      return true
    })
    if (isSaved) return
  }
  throw new Error(`The default branch of repository ${repoId} moves all the time`)
}
