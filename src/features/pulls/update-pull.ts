import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { holdThread, saveState } from '../threads/keep-thread.ts'
import type { Thread } from '../threads/thread.ts'
import { addToTimeline } from '../threads/timeline.ts'
import { type Move, planMove, saveMove } from './move-pull.ts'
import type { Pull } from './pull.ts'
import { parseBody } from './pull-input.ts'
import { openPull, type PullRef, requirePullEditor } from './require-pull.ts'
import { findPullById } from './store.ts'

export interface PullChanges {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly state?: 'open' | 'closed' | undefined
  readonly targetBranch?: string | undefined
  readonly isDraft?: boolean | undefined
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>

/** Only what is said changes. */
export async function updatePull(app: Needs, actor: KnownActor, ref: PullRef, changes: PullChanges): Promise<Pull> {
  const { repo, pull } = await openPull(app, actor, ref, 'write')
  const by = actor.user.id
  requirePullEditor(repo, by, pull)
  const text = {
    title: changes.title === undefined ? pull.title : parseTitle('title', changes.title),
    body: changes.body === undefined ? pull.body : parseBody(changes.body),
  }
  const move = await planMove(app, repo, pull, changes)
  await inTransaction(app, async (tx) => {
    const thread = await holdThread(tx, pull.id)
    const now = thread === null ? null : await findPullById(tx, pull.id)
    if (thread === null || now === null) throw notFound('PULL')
    if (await saveText(tx, thread, text, by)) await emit(tx, { type: 'pull.edited', threadId: pull.id, actorId: by })
    await changeState(tx, { thread, pull: now, by }, changes, move)
    if (changes.isDraft !== undefined && changes.isDraft !== now.isDraft) await saveDraft(tx, now, changes.isDraft, by)
  })
  const after = await findPullById(app.db, pull.id)
  if (after === null) throw notFound('PULL')
  return after
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
  if (state === undefined || state === pull.state) return
  await saveState(tx, thread, state, by)
  if (state === 'closed') {
    const closed = { open_key: null, auto_merge: null, auto_merge_by: null }
    await tx.updateTable('pulls').set(closed).where('thread_id', '=', pull.id).execute()
  }
  const type = state === 'closed' ? 'closed' : 'reopened'
  await addToTimeline(tx, { threadId: pull.id, actorId: by, event: { type } })
  await emit(tx, { type: `pull.${type}`, threadId: pull.id, actorId: by })
}

async function saveDraft(tx: Tx, pull: Pull, isDraft: boolean, by: number): Promise<void> {
  if (pull.state === 'merged') throw conflict('It is merged: that is for good')
  await tx
    .updateTable('pulls')
    .set({ is_draft: isDraft ? 1 : 0 })
    .where('thread_id', '=', pull.id)
    .execute()
  await addToTimeline(tx, { threadId: pull.id, actorId: by, event: { type: isDraft ? 'drafted' : 'readied' } })
  if (!isDraft) await emit(tx, { type: 'pull.readied', threadId: pull.id, actorId: by })
}

async function saveText(tx: Tx, thread: Thread, text: { title: string; body: string }, by: number): Promise<boolean> {
  if (text.title === thread.title && text.body === thread.body) return false
  await tx.updateTable('threads').set(text).where('id', '=', thread.id).execute()
  if (text.title !== thread.title) {
    const event = { type: 'renamed', from: thread.title, to: text.title } as const
    await addToTimeline(tx, { threadId: thread.id, actorId: by, event })
  }
  return true
}
