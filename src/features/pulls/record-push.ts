import { branchOf, type RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { slicesOf } from '../../core/slices-of.ts'
import type { Tx } from '../../db/handle.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { holdThread, saveState } from '../threads/keep-thread.ts'
import { mayRead } from '../threads/may-read.ts'
import { addToTimeline } from '../threads/timeline.ts'
import type { UpdatePurpose } from '../transport/purpose.ts'
import { findUserById } from '../users/find-user.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import { findBranchTip } from './branch-tip.ts'
import type { MergeInput } from './pull.ts'
import { addVersion } from './store.ts'

interface TipNow {
  readonly ref: RefName
  /** What git has now; `noSha` when it is gone. */
  readonly now: Sha
}

interface Cause {
  readonly pusherId: number | null
  /** Where a branch was only brought up to date for a pull request. */
  readonly update: UpdatePurpose | null
}

const branchesAtOnce = 200

/**
 * What a push means to the pull requests of its branches, in the transaction that settles it: whoever reads one after the
 * push was answered sees its new head, and no version of a series is ever missed. A branch that is deleted takes its
 * pull requests back, whoever deletes it; they can still be read.
 */
export async function recordPush(
  tx: Tx,
  repo: Repo,
  { pusherId, update }: Cause,
  moved: readonly TipNow[],
): Promise<void> {
  const tips = new Map(moved.flatMap(({ ref, now }) => [[branchOf(ref), now] as const]))
  const names = [...tips.keys()].filter((name) => name !== null)
  for (const some of slicesOf(names, branchesAtOnce)) {
    const rows = await tx
      .selectFrom('pulls')
      .select(['thread_id', 'repo_id', 'source_branch', 'head_sha', 'version'])
      .where('source_repo_id', '=', repo.id)
      .where('source_branch', 'in', some)
      .where('open_key', 'is not', null)
      .orderBy('thread_id')
      .execute()
    for (const row of rows) {
      const now = tips.get(row.source_branch) ?? noSha
      const isUpdate = update?.threadId === row.thread_id && update.headSha === now
      await follow(tx, repo, row, { now, pusherId, isUpdate })
    }
  }
}

/** The same for a pull request whose branch may have moved while its own repository was archived. */
export async function catchUp(tx: Tx, source: Repo, threadId: number): Promise<void> {
  const row = await tx
    .selectFrom('pulls')
    .select(['thread_id', 'repo_id', 'source_branch', 'head_sha', 'version'])
    .where('thread_id', '=', threadId)
    .where('open_key', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return
  const tip = await findBranchTip(tx, source.id, row.source_branch)
  await follow(tx, source, row, { now: tip?.sha ?? noSha, pusherId: tip?.pusherId ?? null, isUpdate: false })
}

interface Step {
  readonly now: Sha
  readonly pusherId: number | null
  readonly isUpdate: boolean
}

async function follow(tx: Tx, source: Repo, row: Row, step: Step): Promise<void> {
  const target = row.repo_id === source.id ? source : await findRepoById(tx, row.repo_id)
  // It catches up when it is archived no more.
  if (target === null || target.isArchived) return
  if (step.now === noSha) await takeBack(tx, row, step.pusherId)
  else if (step.now !== row.head_sha && (await mayGoOn(tx, { source, target }, row, step.pusherId)))
    await goOn(tx, row, step)
}

interface Row {
  readonly thread_id: number
  readonly repo_id: number
  readonly source_branch: string
  readonly head_sha: string
  readonly version: number
}

/**
 * What a fork offers is brought into a repository of others: not by somebody who may not even read that one any more. A
 * push by a key of the fork, which is nobody, counts as one of whoever opened it.
 */
async function mayGoOn(
  tx: Tx,
  { source, target }: { readonly source: Repo; readonly target: Repo },
  row: Row,
  pusherId: number | null,
): Promise<boolean> {
  if (target.id === source.id || target.isPublic) return true
  const userId = pusherId ?? (await authorOf(tx, row.thread_id))
  const user = userId === null ? null : await findUserById(tx, userId)
  return user !== null && mayRead(tx, user, target)
}

async function authorOf(tx: Tx, threadId: number): Promise<number | null> {
  const thread = tx.selectFrom('threads').select('author_id').where('id', '=', threadId)
  return (await thread.executeTakeFirst())?.author_id ?? null
}

async function goOn(tx: Tx, row: Row, { now, pusherId, isUpdate }: Step): Promise<void> {
  const { thread_id: threadId, version, head_sha: before } = row
  if ((await holdThread(tx, threadId)) === null) return
  await addVersion(tx, { id: threadId, version }, now, pusherId)
  if (!(isUpdate && (await takeAutoMergeAlong(tx, row, now)))) {
    // Whoever wanted it merged by itself has not seen this.
    const dropped = { auto_merge: null, auto_merge_by: null }
    await tx.updateTable('pulls').set(dropped).where('thread_id', '=', threadId).execute()
  }
  const event = { type: 'pushed', version: version + 1, before, after: now } as const
  await addToTimeline(tx, { threadId, actorId: pusherId, event })
  await emitOfThread(tx, { type: 'pull.synchronized', threadId, actorId: pusherId, from: before })
}

/** What was to be merged by itself still is, if that was what the branch was brought up to date from. */
async function takeAutoMergeAlong(tx: Tx, { thread_id: threadId, head_sha: before }: Row, head: Sha): Promise<boolean> {
  const row = await tx.selectFrom('pulls').select('auto_merge').where('thread_id', '=', threadId).executeTakeFirst()
  const input = row?.auto_merge == null ? null : (JSON.parse(row.auto_merge) as MergeInput)
  if (input?.headSha !== before) return false
  const moved = { auto_merge: JSON.stringify({ ...input, headSha: head }) }
  await tx.updateTable('pulls').set(moved).where('thread_id', '=', threadId).execute()
  return true
}

async function takeBack(tx: Tx, row: Row, pusherId: number | null): Promise<void> {
  const { thread_id: threadId, source_branch: branch } = row
  const thread = await holdThread(tx, threadId)
  if (thread === null) return
  await saveState(tx, thread, 'closed', pusherId)
  await tx.updateTable('pulls').set({ open_key: null, auto_merge: null }).where('thread_id', '=', threadId).execute()
  await addToTimeline(tx, { threadId, actorId: pusherId, event: { type: 'branch-deleted', branch } })
  await emitOfThread(tx, { type: 'pull.closed', threadId, actorId: pusherId })
}
