import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { checkMerge } from '../../git/check-merge.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { askMissingOwners } from '../reviews/ask-missing-owners.ts'
import { tryAutoMerge } from './auto-merge.ts'
import { findBranchTip } from './branch-tip.ts'
import { keepVersions } from './keep-versions.ts'
import type { Pull } from './pull.ts'
import { refreshPull } from './refresh-pull.ts'
import { findPullById, saveMergeable } from './store.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>

/** The job that finds out whether a pull request can be merged, and mends what a crash has left undone. */
export async function checkPull(app: Needs, threadId: number, { isTargetBack = false } = {}): Promise<void> {
  const found = await findPullById(app.db, threadId)
  const repo = found === null ? null : await findRepoById(app.db, found.repoId)
  if (found === null || repo === null || found.state !== 'open' || repo.isArchived) return
  await keepVersions(app, repo, found)
  const pull = await refreshPull(app, repo, found)
  if (pull.state === 'open') await tryMerge(app, repo, pull, isTargetBack)
  await askMissingOwners(app, repo, pull)
  if (pull.autoMerge !== null) await tryAutoMerge(app, threadId)
}

/** Of the two commits as they are: another push makes another job. Into what is gone nothing is merged. */
async function tryMerge(app: Needs, repo: Repo, pull: Pull, isTargetBack: boolean): Promise<void> {
  const dir = repoDirectory(app.config, repo)
  const tip = await findBranchTip(app.db, repo.id, pull.targetBranch)
  const isKnown = tip === null ? pull.mergeable === false : pull.mergeable !== null && !isTargetBack
  if (isKnown) return
  const merged = tip === null ? null : await checkMerge(app, dir, { target: pull.targetSha, head: pull.seenHead })
  const conflicts = merged?.kind === 'conflict' ? merged.files.map(({ path }) => path) : []
  await inTransaction(app, (tx) => saveMergeable(tx, pull, { mergeable: merged?.kind === 'clean', conflicts }))
}
