import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { requireSha } from '../../core/sha.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Person } from '../threads/thread.ts'
import type { Place, Position, PullComment } from './pull-comment.ts'

function select(reader: Reader) {
  return reader
    .selectFrom('comments')
    .leftJoin('owners as author', 'author.id', 'comments.author_id')
    .leftJoin('line_comments as at', 'at.comment_id', 'comments.id')
    .leftJoin('comments as root', 'root.id', 'at.root_id')
    .leftJoin('reviews', 'reviews.id', 'at.review_id')
    .leftJoin('owners as resolver', 'resolver.id', 'at.resolved_by')
    .selectAll('comments')
    .select([
      'author.name as author_name',
      'at.root_id',
      'root.uuid as root_uuid',
      'at.review_id',
      'reviews.uuid as review_uuid',
      'at.path',
      'at.side',
      'at.line',
      'at.start_line',
      'at.commit_sha',
      'at.base_sha',
      'at.now_path',
      'at.now_line',
      'at.now_start',
      'at.now_sha',
      'at.is_outdated',
      'at.resolved_at',
      'at.resolved_by',
      'resolver.name as resolver_name',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export async function pageOfPullComments(
  reader: Reader,
  thread: { readonly id: number; readonly commentCount: number },
  request: PageRequest,
): Promise<Page<PullComment>> {
  const items = await select(reader)
    .where('comments.thread_id', '=', thread.id)
    .orderBy('comments.id')
    .limit(request.perPage)
    .offset(offsetOf(request))
    .execute()
  return { ...request, total: thread.commentCount, items: items.map(toComment) }
}

/** All of them, the oldest first; of those of one conversation or review alone where that is said. */
export async function readPullComments(
  reader: Reader,
  threadId: number,
  only: { readonly reviewId?: number; readonly inLines?: true } = {},
): Promise<readonly PullComment[]> {
  let query = select(reader).where('comments.thread_id', '=', threadId).orderBy('comments.id')
  if (only.reviewId !== undefined) query = query.where('at.review_id', '=', only.reviewId)
  if (only.inLines === true) query = query.where('at.comment_id', 'is not', null)
  return (await query.execute()).map(toComment)
}

/** Of this thread alone: a comment of another one is not there. */
export async function findPullComment(reader: Reader, threadId: number, id: RecordId): Promise<PullComment | null> {
  const all = select(reader).where('comments.thread_id', '=', threadId)
  const found = 'uuid' in id ? all.where('comments.uuid', '=', id.uuid) : all.where('comments.id', '=', id.id)
  const row = await found.executeTakeFirst()
  return row === undefined ? null : toComment(row)
}

export interface NewPlace {
  readonly commentId: number
  readonly threadId: number
  readonly reviewId: number | null
  readonly position: Position
  /** What it answers. */
  readonly answers: Place | null
}

export async function insertPlace(tx: Tx, { commentId, threadId, reviewId, position, answers }: NewPlace) {
  const now = answers === null ? position : answers.now
  // As it is by now: a conversation is resolved as a whole, or not at all.
  const begun = answers === null ? undefined : await findTalk(tx, threadId, answers.rootId)
  await tx
    .insertInto('line_comments')
    .values({
      comment_id: commentId,
      thread_id: threadId,
      review_id: reviewId,
      root_id: answers?.rootId ?? commentId,
      path: position.path,
      side: position.side,
      line: position.line,
      start_line: position.startLine,
      commit_sha: position.commitSha,
      base_sha: position.baseSha,
      now_path: now?.path ?? position.path,
      now_line: now?.line ?? null,
      now_start: now?.startLine ?? null,
      now_sha: now?.commitSha ?? position.commitSha,
      is_outdated: answers?.isOutdated === true ? 1 : 0,
      resolved_at: begun?.resolved_at ?? null,
      resolved_by: begun?.resolved_by ?? null,
    })
    .execute()
}

/** What a conversation begins with, which need not be what it began with: that may be gone. */
export async function findTalk(reader: Reader, threadId: number, rootId: number) {
  return reader
    .selectFrom('line_comments')
    .innerJoin('comments', 'comments.id', 'line_comments.comment_id')
    .select(['comments.author_id', 'resolved_at', 'resolved_by'])
    .where('line_comments.thread_id', '=', threadId)
    .where('root_id', '=', rootId)
    .orderBy('comment_id')
    .limit(1)
    .executeTakeFirst()
}

/** The whole conversation. */
export async function setResolved(tx: Tx, threadId: number, rootId: number, by: number | null): Promise<void> {
  await tx
    .updateTable('line_comments')
    .set({ resolved_at: by === null ? null : tx.now, resolved_by: by })
    .where('thread_id', '=', threadId)
    .where('root_id', '=', rootId)
    .execute()
}

function toComment(row: Row): PullComment {
  return {
    id: row.id,
    uuid: row.uuid,
    threadId: row.thread_id,
    author: personOf(row.author_id, row.author_name),
    authorElsewhere: row.author_elsewhere,
    body: row.body,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    place: placeOf(row),
  }
}

function placeOf(row: Row): Place | null {
  const { path, side, line, commit_sha: commitSha, base_sha: baseSha, root_id: rootId } = row
  if (path === null || side === null || line === null || commitSha === null || baseSha === null) return null
  if (rootId === null) return null
  const common = { side, baseSha: requireSha(baseSha) }
  return {
    original: { ...common, path, line, startLine: row.start_line, commitSha: requireSha(commitSha) },
    now: nowOf(row, common),
    isOutdated: row.is_outdated === 1,
    reviewId: row.review_id === null || row.review_uuid === null ? null : { id: row.review_id, uuid: row.review_uuid },
    rootId,
    inReplyTo: rootId === row.id || row.root_uuid === null ? null : { id: rootId, uuid: row.root_uuid },
    isResolved: row.resolved_at !== null,
    resolvedBy: personOf(row.resolved_by, row.resolver_name),
  }
}

function nowOf(row: Row, common: Pick<Position, 'side' | 'baseSha'>): Position | null {
  const { now_path: path, now_line: line, now_start: startLine, now_sha: sha } = row
  return path === null || line === null || sha === null
    ? null
    : { ...common, path, line, startLine, commitSha: requireSha(sha) }
}

function personOf(id: number | null, username: string | null): Person | null {
  return id === null || username === null ? null : { id, username }
}
