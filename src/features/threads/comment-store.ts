import { mapPage, offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Builder, Reader, Tx } from '../../db/handle.ts'
import { prepared, preparedList, preparedShapes } from '../../db/prepared.ts'
import { uuid } from '../../db/uuid.ts'
import type { Comment } from './comment.ts'
import type { Thread } from './thread.ts'

function select(db: Builder) {
  return db
    .selectFrom('comments')
    .leftJoin('owners', 'owners.id', 'comments.author_id')
    .selectAll('comments')
    .select('owners.name as author_name')
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function toComment(row: Row): Comment {
  const { author_id: id, author_name: username } = row
  return {
    id: row.id,
    uuid: row.uuid,
    threadId: row.thread_id,
    author: id === null || username === null ? null : { id, username },
    authorElsewhere: row.author_elsewhere,
    body: row.body,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The oldest first, as they are read. */
export async function pageOfComments(reader: Reader, thread: Thread, request: PageRequest): Promise<Page<Comment>> {
  const { perPage: most } = request
  const items = await ofThread(reader, { most }, { threadId: thread.id, skip: offsetOf(request) })
  return mapPage({ ...request, items, total: thread.commentCount }, toComment)
}

const ofThread = preparedShapes((db, { most }: { most: number }, its: { threadId: number; skip: number }) =>
  select(db).where('thread_id', '=', its.threadId).orderBy('comments.id').limit(most).offset(its.skip),
)

export async function commentsByIds(reader: Reader, ids: readonly number[]): Promise<readonly Comment[]> {
  if (ids.length === 0) return []
  return (await byIds(reader, ids, {})).map(toComment)
}

const byIds = preparedList((db, ids: readonly number[]) => select(db).where('comments.id', 'in', ids))

/** Of this thread alone: a comment of another one is not there. */
export async function findComment(reader: Reader, threadId: number, id: RecordId): Promise<Comment | null> {
  const all = select(reader).where('thread_id', '=', threadId)
  const found = 'uuid' in id ? all.where('comments.uuid', '=', id.uuid) : all.where('comments.id', '=', id.id)
  const row = await found.executeTakeFirst()
  return row === undefined ? null : toComment(row)
}

export async function insertComment(tx: Tx, threadId: number, authorId: number, body: string): Promise<Comment> {
  const made = uuid()
  await insertRow(tx, { uuid: made, threadId, authorId, body, now: tx.now })
  await countComments(tx, { threadId, by: 1, now: tx.now })
  const [row] = await byUuid(tx, { uuid: made })
  if (row === undefined) throw new Error('A comment that was added is not there')
  return toComment(row)
}

type NewRow = { uuid: string; threadId: number; authorId: number; body: string; now: number }

const insertRow = prepared((db, { uuid: id, threadId: thread_id, authorId: author_id, body, now }: NewRow) =>
  db.insertInto('comments').values({ uuid: id, thread_id, author_id, body, created_at: now, updated_at: now }),
)

const byUuid = prepared((db, its: { uuid: string }) => select(db).where('comments.uuid', '=', its.uuid))

/** What it said before is kept. */
export async function saveComment(tx: Tx, before: Comment, body: string, by: number): Promise<Comment> {
  await tx
    .insertInto('text_versions')
    .values({
      thread_id: before.threadId,
      comment_id: before.id,
      editor_id: by,
      body: before.body,
      created_at: tx.now,
    })
    .execute()
  await tx.updateTable('comments').set({ body, updated_at: tx.now }).where('id', '=', before.id).execute()
  return { ...before, body, updatedAt: tx.now }
}

export async function deleteCommentRow(tx: Tx, comment: Comment): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', comment.id).execute()
  await countComments(tx, { threadId: comment.threadId, by: -1, now: tx.now })
}

const countComments = prepared((db, its: { threadId: number; by: number; now: number }) =>
  db
    .updateTable('threads')
    .set((eb) => ({ comment_count: eb('comment_count', '+', its.by), updated_at: its.now }))
    .where('id', '=', its.threadId),
)
