import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { Arrangement, TextChanges } from '../../core/events.ts'
import { nameKey } from '../../core/slug.ts'
import { parseTitle } from '../../core/title.ts'
import type { Tx } from '../../db/handle.ts'
import { editText } from './edit-text.ts'
import { followText } from './follow-text.ts'
import { requireSeen } from './name-text.ts'
import type { OpenThread } from './open-threads.ts'
import { requireEditor, requireManager } from './rights.ts'
import { setAssignees } from './set-assignees.ts'
import { setLabels } from './set-labels.ts'
import { setMilestone } from './set-milestone.ts'
import { touchThread } from './store.ts'
import { isForeign, type Thread } from './thread.ts'
import { parseBody } from './thread-input.ts'
import { addToTimeline } from './timeline.ts'

/** These and no others, or what it has with some more or less: of two who do that at once, both have their way. */
export type Wanted = readonly string[] | { readonly add: readonly string[] } | { readonly remove: readonly string[] }

/** What may be changed about any thread; its state has rules of its own. What is absent stays. */
export interface ThreadChanges {
  readonly title?: string | undefined
  readonly body?: string | undefined
  /** Which title and text these were made from (`nameText`): others are not overwritten. */
  readonly seen?: string | undefined
  readonly labels?: Wanted | undefined
  readonly assignees?: Wanted | undefined
  /** A title or an id. */
  readonly milestone?: string | number | null | undefined
  readonly locked?: boolean | undefined
  readonly pinned?: boolean | undefined
}

const mostPinned = 3

/** What became of it, for whoever tells others. */
export interface ThreadChange {
  readonly text: TextChanges
  readonly arrangements: readonly Arrangement[]
}

/** Everything or nothing: who may not do all of it changes nothing. The thread must be held. */
export async function changeThread(
  tx: Tx,
  { repo, thread }: OpenThread,
  changes: ThreadChanges,
  actor: KnownActor,
): Promise<ThreadChange> {
  const by = actor.user.id
  requireEditor(repo, by, thread)
  const { labels, assignees, milestone, locked, pinned } = changes
  const managed = [labels, assignees, milestone, locked, pinned].some((one) => one !== undefined)
  if (managed) requireManager(repo)
  const text = textOf(thread, changes)
  if (text.title !== thread.title || text.body !== thread.body) requireSeen(thread, changes.seen)
  const edited = await editText(tx, thread, text, by)
  const arrangements = [
    ...(labels === undefined
      ? []
      : await setLabels(
          tx,
          thread,
          namesOf(
            labels,
            thread.labels.map(({ name }) => name),
          ),
          by,
        )),
    ...(assignees === undefined
      ? []
      : await setAssignees(
          tx,
          { repo, thread },
          namesOf(
            assignees,
            thread.assignees.map(({ username }) => username),
          ),
          by,
        )),
    ...(milestone === undefined ? [] : await setMilestone(tx, thread, milestone, by)),
    ...(locked === undefined ? [] : await setLocked(tx, thread, locked, by)),
    ...(pinned === undefined ? [] : await setPinned(tx, thread, pinned, by)),
  ]
  if (edited || arrangements.length > 0) await touchThread(tx, thread.id)
  if (edited) {
    const said = { commentId: null, text: `${text.title}\n${text.body}`, isForeign: isForeign(thread, thread) }
    await followText(tx, actor, { repo, thread, ...said })
  }
  return { text: textChanges(thread, text), arrangements }
}

function namesOf(wanted: Wanted, held: readonly string[]): readonly string[] {
  if ('add' in wanted) return [...held, ...wanted.add]
  if (!('remove' in wanted)) return wanted
  const removed = new Set(wanted.remove.map(nameKey))
  return held.filter((name) => !removed.has(nameKey(name)))
}

function textChanges(before: Thread, after: { readonly title: string; readonly body: string }): TextChanges {
  return {
    ...(before.title === after.title ? {} : { title: { from: before.title } }),
    ...(before.body === after.body ? {} : { body: { from: before.body } }),
  }
}

function textOf(thread: Thread, { title, body }: ThreadChanges): { title: string; body: string } {
  return {
    title: title === undefined ? thread.title : parseTitle('title', title),
    body: body === undefined ? thread.body : parseBody(body),
  }
}

async function setLocked(tx: Tx, thread: Thread, locked: boolean, by: number): Promise<readonly Arrangement[]> {
  if (thread.isLocked === locked) return []
  await tx
    .updateTable('threads')
    .set({ is_locked: locked ? 1 : 0 })
    .where('id', '=', thread.id)
    .execute()
  await addToTimeline(tx, { threadId: thread.id, actorId: by, event: { type: locked ? 'locked' : 'unlocked' } })
  return [{ change: locked ? 'locked' : 'unlocked' }]
}

async function setPinned(tx: Tx, thread: Thread, pinned: boolean, by: number): Promise<readonly Arrangement[]> {
  if ((thread.pinnedAt !== null) === pinned) return []
  if (pinned) await requirePin(tx, thread.repoId)
  await tx
    .updateTable('threads')
    .set({ pinned_at: pinned ? tx.now : null })
    .where('id', '=', thread.id)
    .execute()
  await addToTimeline(tx, { threadId: thread.id, actorId: by, event: { type: pinned ? 'pinned' : 'unpinned' } })
  return [{ change: pinned ? 'pinned' : 'unpinned' }]
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
