import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { Fault, notFound } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { followPull } from '../pipelines/follow-pull.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { holdThread } from '../threads/keep-thread.ts'
import { inNameOf } from '../threads/may-read.ts'
import { requireEditor } from '../threads/rights.ts'
import { addToTimeline } from '../threads/timeline.ts'
import { findUserById } from '../users/find-user.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import { mergeBlocked } from './blocker.ts'
import { endAutoMerge } from './end-auto-merge.ts'
import { lookAtOwners } from './look-at-owners.ts'
import { findBlockers } from './merge-blockers.ts'
import { checkMessage } from './merge-message.ts'
import { mergePull, merging, requireMerger } from './merge-pull.ts'
import { Overtaken } from './overtaken.ts'
import type { MergeInput, Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'
import { findPullById } from './store.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>

/** What does not pass by waiting. */
const final = new Set([
  'already_merged',
  'closed',
  'no_commits',
  'head_changed',
  'target_changed',
  'method_not_allowed',
  'mirror',
])

/** To be merged as soon as nothing is in the way any more: at once, if nothing is. A push or another target takes it back. */
export async function setAutoMerge(app: Needs, actor: KnownActor, ref: PullRef, input: MergeInput): Promise<Pull> {
  checkMessage(input)
  const { repo, pull } = await openPull(app, actor, ref, merging)
  await requireMerger(app, actor, repo, pull)
  const candidate = { repo, pull, owned: await lookAtOwners(app, repo, pull) }
  const hopeless = (await findBlockers(app.db, candidate, input)).find(({ code }) => final.has(code))
  if (hopeless !== undefined) throw mergeBlocked([hopeless])
  const pinned = { ...input, headSha: pull.headSha, targetBranch: pull.targetBranch }
  return inTransaction(app, async (tx) => {
    const thread = await holdThread(tx, pull.id)
    if (thread?.state !== 'open') throw notFound('PULL')
    // Whoever may have it merged into one branch may perhaps not into the one that it was sent to meanwhile.
    if ((await findPullById(tx, pull.id))?.targetBranch !== pull.targetBranch) throw new Overtaken()
    await tx
      .updateTable('pulls')
      .set({ auto_merge: JSON.stringify(pinned), auto_merge_by: actor.user.id })
      .where('thread_id', '=', pull.id)
      .execute()
    await addToTimeline(tx, { threadId: pull.id, actorId: actor.user.id, event: { type: 'auto-merge-set' } })
    await emitOfThread(tx, { type: 'pull.auto-merge-set', threadId: pull.id, actorId: actor.user.id })
    return requireStill(await findPullById(tx, pull.id))
  })
}

export async function dropAutoMerge(app: Needs, actor: KnownActor, ref: PullRef): Promise<void> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'write' })
  requireEditor(repo, actor.user.id, pull)
  if (pull.autoMerge === null) return
  await inTransaction(app, async (tx) => {
    if ((await holdThread(tx, pull.id)) === null) throw notFound('PULL')
    await endAutoMerge(tx, pull.id, actor.user.id)
  })
}

/** The job that looks whether the time has come. In the name of who asked for it, by what they may do now. */
export async function tryAutoMerge(app: Needs, threadId: number): Promise<void> {
  const pull = await findPullById(app.db, threadId)
  if (pull === null || pull.state !== 'open' || pull.autoMerge === null) return
  const { by, input } = pull.autoMerge
  const [repo, user] = await Promise.all([findRepoById(app.db, pull.repoId), findUserById(app.db, by.id)])
  if (repo === null || user === null || user.disabled) return
  // Its pipelines may not have been asked for yet, or for another target only.
  await followPull(app, threadId)
  // Whatever reports on the commit has to be content, not only what is required.
  const candidate = { repo, pull, owned: await lookAtOwners(app, repo, pull) }
  if ((await findBlockers(app.db, candidate, { ...input, allChecks: true })).length > 0) return
  try {
    const ref = { owner: repo.owner, repo: repo.slug, number: String(pull.number) }
    await mergePull(app, inNameOf(user), ref, input)
  } catch (error) {
    // In the way again: the next report looks once more.
    if (!(error instanceof Fault)) throw error
  }
}

/** The same for every pull request whose head a check has reported on. */
export async function tryAutoMergesOf(app: Needs, repoId: number, sha: string): Promise<void> {
  const rows = await selectWaiting(app, repoId).where('head_sha', '=', sha).execute()
  for (const row of rows) await tryAutoMerge(app, row.thread_id)
}

/** The same for all of a repository, whose branches ask for something else now. */
export async function tryAutoMergesIn(app: Needs, repoId: number): Promise<void> {
  for (const row of await selectWaiting(app, repoId).execute()) await tryAutoMerge(app, row.thread_id)
}

function selectWaiting({ db }: Needs, repoId: number) {
  const all = db.selectFrom('pulls').select('thread_id').where('repo_id', '=', repoId)
  return all.where('auto_merge', 'is not', null).orderBy('thread_id')
}

function requireStill(pull: Pull | null): Pull {
  if (pull === null) throw notFound('PULL')
  return pull
}
