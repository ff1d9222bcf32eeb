import { v7 as uuid } from 'uuid'
import { mapPage, offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Comment } from './comment.ts'
import type { Thread } from './thread.ts'

function select(reader: Reader) {
  return reader
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
    body: row.body,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The oldest first, as they are read. */
export async function pageOfComments(reader: Reader, thread: Thread, request: PageRequest): Promise<Page<Comment>> {
  const items = await select(reader)
    .where('thread_id', '=', thread.id)
    .orderBy('comments.id')
    .limit(request.perPage)
    .offset(offsetOf(request))
    .execute()
  return mapPage({ ...request, items, total: thread.commentCount }, toComment)
}

export async function commentsByIds(reader: Reader, ids: readonly number[]): Promise<readonly Comment[]> {
  if (ids.length === 0) return []
  return (await select(reader).where('comments.id', 'in', ids).execute()).map(toComment)
}

/** Of this thread alone: a comment of another one is not there. */
export async function findComment(reader: Reader, threadId: number, id: RecordId): Promise<Comment | null> {
  const all = select(reader).where('thread_id', '=', threadId)
  const found = 'uuid' in id ? all.where('comments.uuid', '=', id.uuid) : all.where('comments.id', '=', id.id)
  const row = await found.executeTakeFirst()
  return row === undefined ? null : toComment(row)
}

export async function insertComment(tx: Tx, threadId: number, authorId: number, body: string): Promise<Comment> {
  const { id } = await tx
    .insertInto('comments')
    .values({
      uuid: uuid(),
      thread_id: threadId,
      author_id: authorId,
      body,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await countComments(tx, threadId, 1)
  return toComment(await select(tx).where('comments.id', '=', id).executeTakeFirstOrThrow())
}

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
  await countComments(tx, comment.threadId, -1)
}

async function countComments(tx: Tx, threadId: number, by: number): Promise<void> {
  await tx
    .updateTable('threads')
    .set((eb) => ({ comment_count: eb('comment_count', '+', by), updated_at: tx.now }))
    .where('id', '=', threadId)
    .execute()
}
