import type { Reader } from '../../db/handle.ts'
import { preparedList } from '../../db/prepared.ts'
import type { Label } from '../labels/label.ts'
import type { selectThreads } from './store.ts'
import type { Person, Thread } from './thread.ts'

type Row = Awaited<ReturnType<ReturnType<typeof selectThreads>['execute']>>[number]

/** Adds labels and assignees: two queries, however many threads there are. */
export async function dressThreads(reader: Reader, rows: readonly Row[]): Promise<readonly Thread[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [labels, assignees] = await Promise.all([labelsOf(reader, ids), assigneesOf(reader, ids)])
  return rows.map((row) => toThread(row, labels.get(row.id) ?? [], assignees.get(row.id) ?? []))
}

async function labelsOf(reader: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Label[]>> {
  const rows = await labelsOn(reader, ids, {})
  return grouped(rows, ({ id, uuid, name, color, type, description }) => ({ id, uuid, name, color, type, description }))
}

const labelsOn = preparedList((db, ids: readonly number[]) =>
  db
    .selectFrom('thread_labels')
    .innerJoin('labels', 'labels.id', 'thread_labels.label_id')
    .select(['thread_id', 'labels.id', 'uuid', 'name', 'color', 'type', 'description'])
    .where('thread_id', 'in', ids)
    .orderBy('name_key'),
)

async function assigneesOf(reader: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Person[]>> {
  return grouped(await assigneesOn(reader, ids, {}), ({ id, username }) => ({ id, username }))
}

const assigneesOn = preparedList((db, ids: readonly number[]) =>
  db
    .selectFrom('thread_assignees')
    .innerJoin('owners', 'owners.id', 'thread_assignees.user_id')
    .select(['thread_id', 'owners.id', 'owners.name as username'])
    .where('thread_id', 'in', ids)
    .orderBy('owners.name_key'),
)

function grouped<R extends { readonly thread_id: number }, T>(
  rows: readonly R[],
  pick: (row: R) => T,
): ReadonlyMap<number, readonly T[]> {
  return new Map([...Map.groupBy(rows, (row) => row.thread_id)].map(([id, some]) => [id, some.map(pick)]))
}

function toThread(row: Row, labels: readonly Label[], assignees: readonly Person[]): Thread {
  return {
    id: row.id,
    uuid: row.uuid,
    repoId: row.repo_id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    title: row.title,
    body: row.body,
    author: personOf(row.author_id, row.author_name),
    labels,
    assignees,
    milestone: milestoneOf(row),
    isLocked: row.is_locked === 1,
    pinnedAt: row.pinned_at,
    commentCount: row.comment_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
    closedBy: personOf(row.closed_by, row.closer_name),
    elsewhere: row.imported_from === null ? null : { author: row.author_elsewhere, url: row.imported_from },
  }
}

function personOf(id: number | null, username: string | null): Person | null {
  return id === null || username === null ? null : { id, username }
}

function milestoneOf({ milestone_id: id, milestone_uuid: uuid, milestone_title: title }: Row): Thread['milestone'] {
  return id === null || uuid === null || title === null ? null : { id, uuid, title }
}
