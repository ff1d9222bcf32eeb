import { invalidField } from '../../core/errors.ts'
import type { Arrangement } from '../../core/events.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Label } from '../labels/label.ts'
import type { Thread } from './thread.ts'
import { addToTimeline } from './timeline.ts'

/** These labels and no others. Says what changed. The thread must be held. */
export async function setLabels(
  tx: Tx,
  thread: Thread,
  names: readonly string[],
  by: number,
): Promise<readonly Arrangement[]> {
  const wanted = await requireLabels(tx, thread, names)
  const wantedIds = new Set(wanted.map((label) => label.id))
  const heldIds = new Set(thread.labels.map((label) => label.id))
  const added = wanted.filter((label) => !heldIds.has(label.id))
  const removed = thread.labels.filter((label) => !wantedIds.has(label.id))
  if (added.length > 0) {
    await tx
      .insertInto('thread_labels')
      .values(added.map((label) => ({ thread_id: thread.id, label_id: label.id })))
      .execute()
  }
  if (removed.length > 0) {
    const ids = removed.map((label) => label.id)
    await tx.deleteFrom('thread_labels').where('thread_id', '=', thread.id).where('label_id', 'in', ids).execute()
  }
  const tell = (type: 'labeled' | 'unlabeled', { name, color }: Label): Promise<void> =>
    addToTimeline(tx, { threadId: thread.id, actorId: by, event: { type, name, color } })
  for (const label of added) await tell('labeled', label)
  for (const label of removed) await tell('unlabeled', label)
  return [
    ...(added.length === 0 ? [] : [{ change: 'labeled', names: added.map(({ name }) => name) } as const]),
    ...(removed.length === 0 ? [] : [{ change: 'unlabeled', names: removed.map(({ name }) => name) } as const]),
  ]
}

export async function requireLabels(
  reader: Reader,
  { repoId, kind }: Pick<Thread, 'repoId' | 'kind'>,
  names: readonly string[],
): Promise<readonly Label[]> {
  const keys = new Map(names.map((name) => [nameKey(name.trim()), name]))
  if (keys.size === 0) return []
  const found = await reader
    .selectFrom('labels')
    .select(['id', 'uuid', 'name', 'name_key', 'color', 'type', 'description'])
    .where('repo_id', '=', repoId)
    .where('name_key', 'in', [...keys.keys()])
    .where('type', 'in', [kind, 'any'])
    .execute()
  for (const label of found) keys.delete(label.name_key)
  const [unknown] = keys.values()
  if (unknown !== undefined) throw invalidField('labels', 'unknown', `there is no label "${unknown}" for this`)
  return found
}
