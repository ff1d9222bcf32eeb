import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { nameKey } from '../../core/slug.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import { uuid } from '../../db/uuid.ts'
import type { Milestone } from './milestone.ts'
import type { MilestoneValues } from './milestone-input.ts'

function select(reader: Reader, repoId: number) {
  return reader
    .selectFrom('milestones')
    .select((eb) => {
      const counted = (isOpen: boolean) =>
        eb
          .selectFrom('facet_counts')
          .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('count'), sql<number>`0`).as('count'))
          .where('facet_counts.repo_id', '=', repoId)
          .where('facet_counts.kind', 'in', ['issue', 'pull'])
          .where('facet_counts.facet', '=', 'milestone')
          .whereRef('facet_counts.value', '=', 'milestones.id')
          .where('facet_counts.state', 'in', isOpen ? ['open'] : ['closed', 'merged'])
      return [counted(true).as('open_count'), counted(false).as('closed_count')]
    })
    .selectAll('milestones')
    .where('milestones.repo_id', '=', repoId)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function toMilestone(row: Row): Milestone {
  return {
    id: row.id,
    uuid: row.uuid,
    title: row.title,
    description: row.description,
    state: row.state,
    dueAt: row.due_at,
    openCount: Number(row.open_count),
    closedCount: Number(row.closed_count),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
  }
}

export function countMilestones(reader: Reader, repoId: number): Promise<number> {
  return countOf(reader.selectFrom('milestones').where('repo_id', '=', repoId))
}

/** What is due first comes first; then those without a date, the newest first. */
export async function pageOfMilestones(
  reader: Reader,
  { repoId, state }: { readonly repoId: number; readonly state: Milestone['state'] | 'all' },
  request: PageRequest,
): Promise<Page<Milestone>> {
  const all = select(reader, repoId)
  const some = state === 'all' ? all : all.where('state', '=', state)
  const ordered = some
    .orderBy(sql`case when due_at is null then 1 else 0 end`)
    .orderBy('due_at')
    .orderBy('milestones.id', 'desc')
  return mapPage(await readPage(ordered, request), toMilestone)
}

/** Of this repository alone. */
export async function findMilestone(reader: Reader, repoId: number, id: RecordId): Promise<Milestone | null> {
  const all = select(reader, repoId)
  const row = await ('uuid' in id
    ? all.where('milestones.uuid', '=', id.uuid)
    : all.where('milestones.id', '=', id.id)
  ).executeTakeFirst()
  return row === undefined ? null : toMilestone(row)
}

export async function isTitleTaken(reader: Reader, repoId: number, title: string, except: number): Promise<boolean> {
  const row = await reader
    .selectFrom('milestones')
    .select('id')
    .where('repo_id', '=', repoId)
    .where('title_key', '=', nameKey(title))
    .where('id', '<>', except)
    .executeTakeFirst()
  return row !== undefined
}

/** Null when there is one of this title. */
export async function insertMilestone(tx: Tx, repoId: number, values: MilestoneValues): Promise<number | null> {
  const row = await tx
    .insertInto('milestones')
    .values({ uuid: uuid(), repo_id: repoId, ...columns(tx, values, null), created_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'title_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function saveMilestone(tx: Tx, before: Milestone, values: MilestoneValues): Promise<void> {
  await tx
    .updateTable('milestones')
    .set(columns(tx, values, before.closedAt))
    .where('id', '=', before.id)
    .execute()
}

export async function deleteMilestoneRow(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('milestones').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Takes some threads out of it; false when none is left. */
export async function takeOut(tx: Tx, milestoneId: number, most: number): Promise<boolean> {
  const some = tx.selectFrom('threads').select('id').where('milestone_id', '=', milestoneId).limit(most)
  const changed = await tx.updateTable('threads').set({ milestone_id: null }).where('id', 'in', some).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

function columns(tx: Tx, values: MilestoneValues, closedAt: number | null) {
  return {
    title: values.title,
    title_key: nameKey(values.title),
    description: values.description,
    state: values.state,
    due_at: values.dueAt,
    updated_at: tx.now,
    closed_at: values.state === 'open' ? null : (closedAt ?? tx.now),
  }
}
