import { invalidField } from '../../core/errors.ts'
import type { Arrangement } from '../../core/events.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { findUserByName } from '../users/find-user.ts'
import { mayRead } from './may-read.ts'
import type { Person, Thread } from './thread.ts'
import { addToTimeline } from './timeline.ts'

/** These people and no others. Says what changed. The thread must be held. */
export async function setAssignees(
  tx: Tx,
  { repo, thread }: { readonly repo: Repo; readonly thread: Thread },
  names: readonly string[],
  by: number,
): Promise<readonly Arrangement[]> {
  const wanted = await requireAssignable(tx, repo, thread.assignees, names)
  const heldIds = new Set(thread.assignees.map((person) => person.id))
  const added = [...wanted.values()].filter((person) => !heldIds.has(person.id))
  const removed = thread.assignees.filter((person) => !wanted.has(person.id))
  if (added.length > 0) {
    await tx
      .insertInto('thread_assignees')
      .values(added.map((person) => ({ thread_id: thread.id, user_id: person.id, created_at: tx.now })))
      .execute()
  }
  if (removed.length > 0) {
    const ids = removed.map((person) => person.id)
    await tx.deleteFrom('thread_assignees').where('thread_id', '=', thread.id).where('user_id', 'in', ids).execute()
  }
  const tell = (type: 'assigned' | 'unassigned', { username }: Person): Promise<void> =>
    addToTimeline(tx, { threadId: thread.id, actorId: by, event: { type, username } })
  for (const person of added) await tell('assigned', person)
  for (const person of removed) await tell('unassigned', person)
  return [
    ...(added.length === 0 ? [] : [{ change: 'assigned', names: added.map(({ username }) => username) } as const]),
    ...(removed.length === 0
      ? []
      : [{ change: 'unassigned', names: removed.map(({ username }) => username) } as const]),
  ]
}

/** Who has it already may keep it, also where they lost their access meanwhile. */
export async function requireAssignable(
  reader: Reader,
  repo: Repo,
  assignees: readonly Person[],
  names: readonly string[],
): Promise<ReadonlyMap<number, Person>> {
  const found = new Map<number, Person>()
  for (const name of names) {
    const user = await findUserByName(reader, name)
    const held = assignees.some((person) => person.id === user?.id)
    // The same words for both: whether somebody exists is theirs to tell.
    if (user === null || !(held || (await mayRead(reader, user, repo)))) {
      throw invalidField('assignees', 'unknown', `nobody called ${name} can be assigned here`)
    }
    found.set(user.id, { id: user.id, username: user.username })
  }
  return found
}
