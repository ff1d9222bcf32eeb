import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import { uuid } from '../../db/uuid.ts'
import type { Pull } from '../pulls/pull.ts'
import type { Person } from '../threads/thread.ts'
import type { Position } from './pull-comment.ts'
import type { PendingComment, Review, ReviewState } from './review.ts'
import { stalenessOf } from './staleness.ts'

/** Those that were submitted, and one's own that was not. */
function select(reader: Reader, pull: Pick<Pull, 'id'>, viewerId: number | null) {
  return reader
    .selectFrom('reviews')
    .leftJoin('owners as author', 'author.id', 'reviews.author_id')
    .leftJoin('owners as dismisser', 'dismisser.id', 'reviews.dismissed_by')
    .selectAll('reviews')
    .select(['author.name as author_name', 'dismisser.name as dismisser_name'])
    .where('thread_id', '=', pull.id)
    .where((eb) => eb.or([eb('state', '!=', 'pending'), eb('author_id', '=', viewerId ?? 0)]))
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]
type OfPull = Pick<Pull, 'id' | 'headSha' | 'version'>

export async function pageOfReviews(
  reader: Reader,
  pull: OfPull,
  viewerId: number | null,
  request: PageRequest,
): Promise<Page<Review>> {
  const page = await readPage(select(reader, pull, viewerId).orderBy('reviews.id'), request)
  const isStale = await stalenessOf(reader, pull)
  return { ...page, items: page.items.map((row) => toReview(row, isStale)) }
}

export async function findReview(
  reader: Reader,
  pull: OfPull,
  viewerId: number | null,
  id: RecordId | 'pending',
): Promise<Review | null> {
  const all = select(reader, pull, viewerId)
  const query =
    id === 'pending'
      ? all.where('state', '=', 'pending').where('author_id', '=', viewerId ?? 0)
      : 'uuid' in id
        ? all.where('reviews.uuid', '=', id.uuid)
        : all.where('reviews.id', '=', id.id)
  const row = await query.executeTakeFirst()
  return row === undefined ? null : toReview(row, await stalenessOf(reader, pull))
}

/** Null when the person has one already. */
export async function insertPending(tx: Tx, pull: OfPull, authorId: number, body: string): Promise<number | null> {
  const row = await tx
    .insertInto('reviews')
    .values({
      uuid: uuid(),
      thread_id: pull.id,
      author_id: authorId,
      state: 'pending',
      pending_key: `${pull.id} ${authorId}`,
      body,
      version: pull.version,
      commit_sha: pull.headSha,
      created_at: tx.now,
      updated_at: tx.now,
      dismissal: '',
    })
    .onConflict((oc) => oc.column('pending_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Of what is there now: whoever submits it has looked at that. */
export async function saveSubmitted(
  tx: Tx,
  pull: OfPull,
  { id, state, body }: { readonly id: number; readonly state: ReviewState; readonly body: string },
): Promise<void> {
  const { version, headSha } = pull
  await tx
    .updateTable('reviews')
    .set({ state, body, version, commit_sha: headSha, pending_key: null, submitted_at: tx.now, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}

export interface NewPending {
  readonly body: string
  readonly position: Position
  readonly answersId: number | null
}

export async function insertPendingComment(tx: Tx, reviewId: number, one: NewPending): Promise<void> {
  const { body, ...position } = one
  await tx
    .insertInto('pending_comments')
    .values({ uuid: uuid(), review_id: reviewId, body, position: JSON.stringify(position), created_at: tx.now })
    .execute()
}

export async function readPending(reader: Reader, reviewId: number): Promise<readonly PendingComment[]> {
  const rows = await reader
    .selectFrom('pending_comments')
    .selectAll()
    .where('review_id', '=', reviewId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, uuid: known, body, position, created_at: createdAt }) => {
    const where = JSON.parse(position) as Pick<PendingComment, 'position' | 'answersId'>
    return { id, uuid: known, body, createdAt, ...where }
  })
}

/** False when it is not there. */
export async function savePendingComment(
  tx: Tx,
  reviewId: number,
  id: RecordId,
  { body }: Pick<NewPending, 'body'>,
): Promise<boolean> {
  const all = tx.updateTable('pending_comments').set({ body }).where('review_id', '=', reviewId)
  const saved = await ('uuid' in id ? all.where('uuid', '=', id.uuid) : all.where('id', '=', id.id)).executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

export async function deletePendingComment(tx: Tx, reviewId: number, id: RecordId): Promise<boolean> {
  const all = tx.deleteFrom('pending_comments').where('review_id', '=', reviewId)
  const deleted = await ('uuid' in id
    ? all.where('uuid', '=', id.uuid)
    : all.where('id', '=', id.id)
  ).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

function toReview(row: Row, isStale: (review: { commitSha: string; version: number }) => boolean): Review {
  return {
    id: row.id,
    uuid: row.uuid,
    threadId: row.thread_id,
    author: personOf(row.author_id, row.author_name),
    state: row.state,
    body: row.body,
    version: row.version,
    commitSha: row.commit_sha,
    isStale: isStale({ commitSha: row.commit_sha, version: row.version }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: row.submitted_at,
    dismissedAt: row.dismissed_at,
    dismissedBy: personOf(row.dismissed_by, row.dismisser_name),
    dismissal: row.dismissal,
  }
}

function personOf(id: number | null, username: string | null): Person | null {
  return id === null || username === null ? null : { id, username }
}
