import { Pace } from '../../core/pace.ts'
import { addWords, setWords } from '../../db/full-text.ts'
import type { Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import { addFacets } from './add-facets.ts'
import type { Thread } from './thread.ts'

type Kept = Pick<
  Thread,
  'repoId' | 'number' | 'kind' | 'state' | 'title' | 'body' | 'isLocked' | 'createdAt' | 'updatedAt'
>

export interface BroughtThread extends Kept {
  readonly closedAt: number | null
  readonly milestoneId: number | null
  readonly labelIds: readonly number[]
  readonly elsewhere: NonNullable<Thread['elsewhere']>
}

/**
 * Keeps what was written on another server: it is listed, counted and found like any other, and nobody is told of it. Its
 * number must be free, and the repository's threads be held. Returns its id.
 */
export async function bringThread(tx: Tx, thread: BroughtThread): Promise<number> {
  const { repoId, kind, state, title, body } = thread
  const { id } = await tx
    .insertInto('threads')
    .values({
      uuid: uuid(),
      repo_id: repoId,
      number: thread.number,
      kind,
      state,
      title,
      body,
      author_id: null,
      author_elsewhere: thread.elsewhere.author,
      imported_from: thread.elsewhere.url,
      milestone_id: thread.milestoneId,
      is_locked: thread.isLocked ? 1 : 0,
      comment_count: 0,
      created_at: thread.createdAt,
      updated_at: thread.updatedAt,
      closed_at: thread.closedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addFacets(tx, { id, repoId, kind, state, authorId: null, milestoneId: thread.milestoneId })
  if (thread.labelIds.length > 0) {
    const labels = thread.labelIds.map((labelId) => ({ thread_id: id, label_id: labelId }))
    await tx.insertInto('thread_labels').values(labels).execute()
  }
  await setWords(tx, id, { repoId, kind, state }, `${title} ${body}`)
  return id
}

export interface BroughtComment {
  readonly author: string | null
  readonly body: string
  readonly createdAt: number
}

/** What was said in one there. That it comes now is no news: the thread stays where it is in lists. */
export async function bringComments(
  tx: Tx,
  thread: Pick<Thread, 'id' | 'repoId' | 'kind' | 'state'>,
  comments: readonly BroughtComment[],
): Promise<void> {
  if (comments.length === 0) return
  const pace = new Pace()
  for (const { author, body, createdAt } of comments) {
    await pace.isOver()
    const at = { created_at: createdAt, updated_at: createdAt }
    await tx
      .insertInto('comments')
      .values({ uuid: uuid(), thread_id: thread.id, author_id: null, author_elsewhere: author, body, ...at })
      .execute()
  }
  await tx
    .updateTable('threads')
    .set((eb) => ({ comment_count: eb('comment_count', '+', comments.length) }))
    .where('id', '=', thread.id)
    .execute()
  await addWords(
    tx,
    thread.id,
    thread,
    comments.map(({ body }) => body),
  )
}

/** Those of some numbers that are here, whoever wrote them. */
export function findNumbered(tx: Tx, repoId: number, numbers: readonly number[]) {
  return tx
    .selectFrom('threads')
    .select(['id', 'number', 'kind', 'state', 'imported_from'])
    .where('repo_id', '=', repoId)
    .where('number', 'in', numbers)
    .execute()
}
