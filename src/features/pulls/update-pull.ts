import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { askCodeOwners } from '../reviews/ask-code-owners.ts'
import { assignReviewers } from '../reviews/request-reviewers.ts'
import { changeThread, type ThreadChanges } from '../threads/change-thread.ts'
import { holdThread, lockThread, saveState } from '../threads/keep-thread.ts'
import { requireEditor } from '../threads/rights.ts'
import { tellOfChanges } from '../threads/tell-of-changes.ts'
import type { Thread } from '../threads/thread.ts'
import { addToTimeline } from '../threads/timeline.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import { isStillThere } from './branch-tip.ts'
import { type Move, planMove, saveMove } from './move-pull.ts'
import { Overtaken } from './overtaken.ts'
import type { Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'
import { findPullById } from './store.ts'

export interface PullChanges extends Omit<ThreadChanges, 'pinned'> {
  readonly state?: 'open' | 'closed' | undefined
  readonly targetBranch?: string | undefined
  readonly isDraft?: boolean | undefined
  /** These and no others. */
  readonly reviewers?: readonly string[] | undefined
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** Each time that somebody pushes between the look and the writing, it is looked again. */
const mostLooks = 5

/** Only what is said changes. */
export async function updatePull(app: Needs, actor: KnownActor, ref: PullRef, changes: PullChanges): Promise<Pull> {
  for (let looks = 1; ; looks++) {
    try {
      return await lookAndUpdate(app, actor, ref, changes)
    } catch (error) {
      if (!(error instanceof Overtaken) || looks === mostLooks) throw error
    }
  }
}

async function lookAndUpdate(app: Needs, actor: KnownActor, ref: PullRef, changes: PullChanges): Promise<Pull> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'write' })
  const by = actor.user.id
  requireEditor(repo, by, pull)
  const move = await planMove(app, repo, { pull, by }, changes)
  await inTransaction(app, async (tx) => {
    if (move !== null && !(await isStillThere(tx, move.route, move.sight.head))) throw new Overtaken()
    const { state, isDraft } = changes
    const hold = move !== null || state !== undefined || isDraft !== undefined ? holdThread : lockThread
    const thread = await hold(tx, pull.id)
    const now = thread === null ? null : await findPullById(tx, pull.id)
    if (thread === null || now === null) throw notFound('PULL')
    await tellOfChanges(tx, thread, await changeThread(tx, { repo, thread }, changes, actor), by)
    await changeState(tx, { thread, pull: now, by }, changes, move)
    if (changes.reviewers !== undefined) await assignReviewers(tx, { repo, pull: now }, changes.reviewers, by)
    if (isDraft !== undefined && isDraft !== now.isDraft) await saveDraft(tx, now, isDraft, by)
  })
  const after = await findPullById(app.db, pull.id)
  if (after === null) throw notFound('PULL')
  return pull.isDraft && !after.isDraft ? askCodeOwners(app, repo, after) : after
}

interface Held {
  readonly thread: Thread
  readonly pull: Pull
  readonly by: number
}

async function changeState(tx: Tx, held: Held, { state }: PullChanges, move: Move | null): Promise<void> {
  const { thread, pull, by } = held
  if (state !== undefined && pull.state === 'merged') throw conflict('It is merged: that is for good')
  if (move !== null) await saveMove(tx, pull, move, by)
  // It was open a moment ago, so nobody has looked whether its branches can be merged again.
  else if (state === 'open' && pull.state === 'closed') throw conflict('It was closed just now: open it again')
  if (state === undefined || state === pull.state) return
  await saveState(tx, thread, state, by)
  if (state === 'closed') {
    const closed = { open_key: null, auto_merge: null, auto_merge_by: null }
    await tx.updateTable('pulls').set(closed).where('thread_id', '=', pull.id).execute()
  }
  const type = state === 'closed' ? 'closed' : 'reopened'
  await addToTimeline(tx, { threadId: pull.id, actorId: by, event: { type } })
  await emitOfThread(tx, { type: `pull.${type}`, threadId: pull.id, actorId: by })
}

async function saveDraft(tx: Tx, pull: Pull, isDraft: boolean, by: number): Promise<void> {
  if (pull.state === 'merged') throw conflict('It is merged: that is for good')
  await tx
    .updateTable('pulls')
    .set({ is_draft: isDraft ? 1 : 0 })
    .where('thread_id', '=', pull.id)
    .execute()
  await addToTimeline(tx, { threadId: pull.id, actorId: by, event: { type: isDraft ? 'drafted' : 'readied' } })
  await emitOfThread(tx, { type: isDraft ? 'pull.drafted' : 'pull.readied', threadId: pull.id, actorId: by })
}
