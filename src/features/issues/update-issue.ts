import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changeThread, type ThreadChanges } from '../threads/change-thread.ts'
import { lockThread, requireThreadById, saveState } from '../threads/keep-thread.ts'
import { openThread } from '../threads/open-threads.ts'
import { requireEditor } from '../threads/rights.ts'
import { tellOfChanges } from '../threads/tell-of-changes.ts'
import type { Thread } from '../threads/thread.ts'
import { addToTimeline, type TimelineEvent } from '../threads/timeline.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import type { IssueRef } from './read-issues.ts'

export interface IssueChanges extends ThreadChanges {
  readonly state?: 'open' | 'closed' | undefined
}

/** Its author may say something else, close it and open it again; Developers may do everything. */
export async function updateIssue(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: IssueRef,
  changes: IssueChanges,
): Promise<Thread> {
  const { repo, thread: known } = await openThread(app, actor, { ...ref, kind: 'issue' }, 'write')
  requireEditor(repo, actor.user.id, known)
  return inTransaction(app, async (tx) => {
    const thread = await lockThread(tx, known.id)
    if (thread === null) throw notFound('ISSUE')
    await tellOfChanges(tx, thread, await changeThread(tx, { repo, thread }, changes, actor), actor.user.id)
    if (changes.state !== undefined) await setIssueState(tx, thread, changes.state, { by: actor.user.id })
    return requireThreadById(tx, thread.id)
  })
}

/** Closes or opens it, and tells. The thread must be held. */
export async function setIssueState(
  tx: Tx,
  thread: Thread,
  state: 'open' | 'closed',
  { by, cause = {} }: { readonly by: number | null; readonly cause?: Omit<Closing, 'type'> },
): Promise<void> {
  if (thread.state === state) return
  await saveState(tx, thread, state, by)
  const event: TimelineEvent = state === 'closed' ? { type: 'closed', ...cause } : { type: 'reopened' }
  await addToTimeline(tx, { threadId: thread.id, actorId: by, event })
  const type = state === 'closed' ? 'issue.closed' : 'issue.reopened'
  await emitOfThread(tx, { type, threadId: thread.id, actorId: by })
}

type Closing = Extract<TimelineEvent, { type: 'closed' }>
