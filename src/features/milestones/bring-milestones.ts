import { caps } from '../../core/caps.ts'
import { Pace } from '../../core/pace.ts'
import { nameKey } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import type { Milestone } from './milestone.ts'
import { countMilestones } from './store.ts'

export type BroughtMilestone = Pick<Milestone, 'title' | 'description' | 'state' | 'dueAt' | 'createdAt' | 'closedAt'>

/**
 * Makes those of some milestones that are not there, as far as there is a place for them. Returns the ids of all that are,
 * by the key of their title, and how many are new.
 */
export async function bringMilestones(
  tx: Tx,
  repoId: number,
  wanted: readonly BroughtMilestone[],
): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly added: number }> {
  const ids = new Map<string, number>()
  const pace = new Pace()
  const before = await countMilestones(tx, repoId)
  let added = 0
  for (const { title, description, state, dueAt, createdAt, closedAt } of wanted) {
    const key = nameKey(title)
    if (ids.has(key)) continue
    await pace.isOver()
    const titled = tx.selectFrom('milestones').select('id').where('repo_id', '=', repoId).where('title_key', '=', key)
    const known = await titled.executeTakeFirst()
    if (known !== undefined) ids.set(key, known.id)
    if (known !== undefined || before + added >= caps.milestones.most) continue
    const times = { due_at: dueAt, created_at: createdAt, updated_at: closedAt ?? createdAt, closed_at: closedAt }
    const made = await tx
      .insertInto('milestones')
      .values({ uuid: uuid(), repo_id: repoId, title, title_key: key, description, state, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    added++
    ids.set(key, made.id)
  }
  return { ids, added }
}
