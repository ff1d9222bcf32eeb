import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { followComments } from '../reviews/follow-comments.ts'
import { type BranchTip, findBranchTip } from './branch-tip.ts'
import { findArrival } from './find-arrival.ts'
import { keepVersions } from './keep-versions.ts'
import { lookAtCommits } from './look-at-commits.ts'
import { patchKeyOf } from './patch-key.ts'
import type { Pull } from './pull.ts'
import { markMerged } from './record-merge.ts'
import { describeVersion, findPullById, readVersions, saveSight } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/**
 * Brings a pull request in line with where its branches are now. A job does it after every push; whoever reads one before
 * that has it done at once. Whether it can be merged is left to the job. Closed and merged ones stay as they are.
 */
export async function refreshPull(app: Needs, repo: Repo, pull: Pull): Promise<Pull> {
  if (pull.state !== 'open') return pull
  const tip = await findBranchTip(app.db, repo.id, pull.targetBranch)
  const target = tip?.sha ?? pull.targetSha
  if (pull.seenHead === pull.headSha && target === pull.targetSha) return pull
  await keepVersions(app, repo, pull)
  const dir = repoDirectory(app.config, repo)
  if ((await app.objects.info(dir, pull.headSha)) === null) return forgetHead(app, pull)
  if (tip !== null && (await hasArrived(app, dir, pull, tip))) return takeAsMerged(app, dir, pull, tip)
  const sight = await lookAtCommits(app, dir, { head: pull.headSha, target })
  await inTransaction(app, (tx) => saveSight(tx, pull.id, sight))
  await describeVersions(app, dir, pull)
  await followComments(app, dir, pull.id, { head: sight.head, base: sight.mergeBase ?? target })
  return (await findPullById(app.db, pull.id)) ?? pull
}

/** Its commits came to the target by a push, while nobody pressed the button. */
async function hasArrived(app: Needs, dir: RepoDir, pull: Pull, tip: BranchTip): Promise<boolean> {
  if (tip.sha === pull.targetSha) return false
  if (!(await app.history.isAncestor(dir, pull.headSha, tip.sha))) return false
  // What was in the target before cannot come to it.
  return !(await app.history.isAncestor(dir, pull.headSha, pull.targetSha))
}

async function takeAsMerged(app: Needs, dir: RepoDir, pull: Pull, tip: BranchTip): Promise<Pull> {
  const sight = await lookAtCommits(app, dir, { head: pull.headSha, target: pull.targetSha })
  const mergeSha = await findArrival(app.git, dir, pull.headSha, tip.sha)
  await inTransaction(app, async (tx) => {
    if (!(await saveSight(tx, pull.id, sight))) return
    const { targetSha } = pull
    await markMerged(tx, { threadId: pull.id, mergeSha, targetSha, mergedBy: tip.pusherId, request: null })
  })
  return (await findPullById(app.db, pull.id)) ?? pull
}

/** Pushed to a fork that was deleted before anybody looked: what was seen last is what there is. */
async function forgetHead(app: Needs, pull: Pull): Promise<Pull> {
  await inTransaction(app, async (tx) => {
    await tx
      .updateTable('pulls')
      .set({ head_sha: pull.seenHead })
      .where('thread_id', '=', pull.id)
      .where('head_sha', '=', pull.headSha)
      .execute()
  })
  return (await findPullById(app.db, pull.id)) ?? pull
}

/** Where each version began, and what tells it from the others. */
async function describeVersions(app: Needs, dir: RepoDir, pull: Pull): Promise<void> {
  const target = pull.targetSha
  const versions = await readVersions(app.db, pull.id)
  const described = versions.filter(({ patchKey }) => patchKey !== null)
  for (const version of versions) {
    const { number, headSha, patchKey } = version
    if (patchKey !== null || (await app.objects.info(dir, headSha)) === null) continue
    const { mergeBase } = await lookAtCommits(app, dir, { head: headSha, target })
    const key = await patchKeyOf(app, dir, { base: mergeBase ?? target, head: headSha }, described)
    described.push({ ...version, patchKey: key })
    await inTransaction(app, (tx) => describeVersion(tx, pull.id, number, { baseSha: mergeBase, patchKey: key }))
  }
}
