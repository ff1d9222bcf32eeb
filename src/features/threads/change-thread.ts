import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { editText } from './edit-text.ts'
import { followText } from './follow-text.ts'
import type { OpenThread } from './open-threads.ts'
import { requireEditor, requireManager } from './rights.ts'
import { setAssignees } from './set-assignees.ts'
import { setLabels } from './set-labels.ts'
import { setMilestone } from './set-milestone.ts'
import { touchThread } from './store.ts'
import type { Thread } from './thread.ts'
import { parseBody } from './thread-input.ts'
import { addToTimeline } from './timeline.ts'

/** What may be changed about any thread; its state has rules of its own. What is absent stays. */
export interface ThreadChanges {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly labels?: readonly string[] | undefined
  readonly assignees?: readonly string[] | undefined
  /** A title or an id. */
  readonly milestone?: string | number | null | undefined
  readonly locked?: boolean | undefined
  readonly pinned?: boolean | undefined
}

const mostPinned = 3

/**
 * Everything or nothing: who may not do all of it changes nothing. The thread must be held. Says whether its text is
 * another one now.
 */
export async function changeThread(
  tx: Tx,
  { repo, thread }: OpenThread,
  changes: ThreadChanges,
  actor: KnownActor,
): Promise<{ readonly edited: boolean }> {
  const by = actor.user.id
  requireEditor(repo, by, thread)
  const { labels, assignees, milestone, locked, pinned } = changes
  const managed = [labels, assignees, milestone, locked, pinned].some((one) => one !== undefined)
  if (managed) requireManager(repo)
  const text = textOf(thread, changes)
  const edited = await editText(tx, thread, text, by)
  const labeled = labels !== undefined && (await setLabels(tx, thread, labels, by))
  const { added, removed } =
    assignees === undefined ? { added: [], removed: [] } : await setAssignees(tx, { repo, thread }, assignees, by)
  const moved = milestone !== undefined && (await setMilestone(tx, thread, milestone, by))
  const isLocked = locked !== undefined && (await setLocked(tx, thread, locked, by))
  const isPinned = pinned !== undefined && (await setPinned(tx, thread, pinned, by))
  if (edited || labeled || added.length > 0 || removed.length > 0 || moved || isLocked || isPinned) {
    await touchThread(tx, thread.id)
  }
  if (thread.kind === 'issue') {
    const about = { threadId: thread.id, actorId: by }
    if (edited) await emit(tx, { type: 'issue.edited', ...about })
    if (labeled) await emit(tx, { type: 'issue.labeled', ...about })
    if (added.length > 0) await emit(tx, { type: 'issue.assigned', ...about, userIds: added.map(({ id }) => id) })
  }
  if (edited) await followText(tx, actor, { repo, thread, commentId: null, text: `${text.title}\n${text.body}` })
  return { edited }
}

function textOf(thread: Thread, { title, body }: ThreadChanges): { title: string; body: string } {
  return {
    title: title === undefined ? thread.title : parseTitle('title', title),
    body: body === undefined ? thread.body : parseBody(body),
  }
}

async function setLocked(tx: Tx, thread: Thread, locked: boolean, by: number): Promise<boolean> {
  if (thread.isLocked === locked) return false
  await tx
    .updateTable('threads')
    .set({ is_locked: locked ? 1 : 0 })
    .where('id', '=', thread.id)
    .execute()
  await addToTimeline(tx, { threadId: thread.id, actorId: by, event: { type: locked ? 'locked' : 'unlocked' } })
  return true
}

async function setPinned(tx: Tx, thread: Thread, pinned: boolean, by: number): Promise<boolean> {
  if ((thread.pinnedAt !== null) === pinned) return false
  if (pinned) await requirePin(tx, thread.repoId)
  await tx
    .updateTable('threads')
    .set({ pinned_at: pinned ? tx.now : null })
    .where('id', '=', thread.id)
    .execute()
  await addToTimeline(tx, { threadId: thread.id, actorId: by, event: { type: pinned ? 'pinned' : 'unpinned' } })
  return true
}

async function requirePin(tx: Tx, repoId: number): Promise<void> {
  const held = await tx
    .selectFrom('threads')
    .select('id')
    .where('repo_id', '=', repoId)
    .where('pinned_at', 'is not', null)
    .execute()
  if (held.length >= mostPinned) throw conflict(`At most ${mostPinned} can be pinned: unpin another one first`)
}
