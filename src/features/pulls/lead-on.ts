import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { holdThread } from '../threads/keep-thread.ts'
import { findBranchTip, isStillThere } from './branch-tip.ts'
import { planMove, saveMove } from './move-pull.ts'
import { Overtaken } from './overtaken.ts'
import type { Pull } from './pull.ts'
import { findPullById } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

interface DeletedBranch {
  readonly name: string
  /** Where it ended. */
  readonly sha: string
  /** Who deleted it; null for a key. */
  readonly by: number | null
}

/**
 * What was to go into a branch that is merged and deleted goes where that branch went: one pull request is often built on
 * another. Where that makes no sense it stays as it is, and says that its target is gone.
 */
export async function leadOn(app: Needs, repoId: number, deleted: DeletedBranch): Promise<void> {
  const targetBranch = await findDestination(app, repoId, deleted)
  const repo = targetBranch === null ? null : await findRepoById(app.db, repoId)
  if (repo === null || targetBranch === null || repo.isArchived) return
  const rows = await app.db
    .selectFrom('pulls')
    .select('thread_id')
    .where('repo_id', '=', repoId)
    .where('target_branch', '=', deleted.name)
    .where('open_key', 'is not', null)
    .orderBy('thread_id')
    .execute()
  for (const row of rows) {
    const pull = await findPullById(app.db, row.thread_id)
    if (pull === null) continue
    try {
      await lead(app, repo, pull, { targetBranch, by: deleted.by })
    } catch (error) {
      // There is one for these branches already, or nothing is left of it. What has moved meanwhile is looked at again.
      if (!(error instanceof Fault) || error instanceof Overtaken) throw error
    }
  }
}

/** Where the last pull request went that brought the branch as it was when it was deleted. */
async function findDestination({ db }: Needs, repoId: number, { name, sha }: DeletedBranch): Promise<string | null> {
  const merged = await db
    .selectFrom('pulls')
    .select('target_branch')
    .where('repo_id', '=', repoId)
    .where('source_repo_id', '=', repoId)
    .where('source_branch', '=', name)
    .where('head_sha', '=', sha)
    .where('merged_at', 'is not', null)
    .orderBy('merged_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return merged?.target_branch ?? null
}

async function lead(
  app: Needs,
  repo: Repo,
  pull: Pull,
  { targetBranch, by }: { readonly targetBranch: string; readonly by: number | null },
): Promise<void> {
  const move = await planMove(app, { ...repo, role: null }, { pull, by: pull.author?.id ?? null }, { targetBranch })
  if (move === null) return
  await inTransaction(app, async (tx) => {
    if (!(await isStillThere(tx, move.route, move.sight.head))) throw new Overtaken()
    const thread = await holdThread(tx, pull.id)
    const now = thread === null ? null : await findPullById(tx, pull.id)
    // Somebody was faster: they closed it, sent it elsewhere, or brought the branch back.
    if (now?.state !== 'open' || now.targetBranch !== pull.targetBranch) return
    if ((await findBranchTip(tx, repo.id, pull.targetBranch)) !== null) return
    await saveMove(tx, now, move, by)
  })
}
