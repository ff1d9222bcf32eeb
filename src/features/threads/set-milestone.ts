import { invalidField } from '../../core/errors.ts'
import type { Arrangement } from '../../core/events.ts'
import { type RecordId, recordIdIn } from '../../core/record-id.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Thread, ThreadMilestone } from './thread.ts'
import { addToTimeline } from './timeline.ts'

/** By title or id; null for none. Says what changed. The thread must be held. */
export async function setMilestone(
  tx: Tx,
  thread: Thread,
  wanted: string | number | null,
  by: number,
): Promise<readonly Arrangement[]> {
  const milestone = await requireMilestone(tx, thread.repoId, wanted)
  const before = thread.milestone
  if (milestone?.id === before?.id) return []
  const milestoneId = milestone?.id ?? null
  await tx.updateTable('threads').set({ milestone_id: milestoneId }).where('id', '=', thread.id).execute()
  const tell = (type: 'milestoned' | 'demilestoned', { title }: ThreadMilestone): Promise<void> =>
    addToTimeline(tx, { threadId: thread.id, actorId: by, event: { type, title } })
  if (before !== null) await tell('demilestoned', before)
  if (milestone !== null) await tell('milestoned', milestone)
  return [
    ...(before === null ? [] : [{ change: 'demilestoned', names: [before.title] } as const]),
    ...(milestone === null ? [] : [{ change: 'milestoned', names: [milestone.title] } as const]),
  ]
}

export async function requireMilestone(
  reader: Reader,
  repoId: number,
  wanted: string | number | null,
): Promise<ThreadMilestone | null> {
  if (wanted === null || wanted === '') return null
  const milestone = await findMilestoneNamed(reader, repoId, String(wanted))
  if (milestone === null) throw invalidField('milestone', 'unknown', 'is not a milestone of this repository')
  return milestone
}

/** As people and programs name it: by its title, or by an id of either form. */
export async function findMilestoneNamed(
  reader: Reader,
  repoId: number,
  text: string,
): Promise<ThreadMilestone | null> {
  const all = reader.selectFrom('milestones').select(['id', 'uuid', 'title']).where('repo_id', '=', repoId)
  const titled = await all.where('title_key', '=', nameKey(text.trim())).executeTakeFirst()
  if (titled !== undefined) return titled
  const id: RecordId | null = recordIdIn(text)
  if (id === null) return null
  const found = 'uuid' in id ? all.where('uuid', '=', id.uuid) : all.where('id', '=', id.id)
  return (await found.executeTakeFirst()) ?? null
}
