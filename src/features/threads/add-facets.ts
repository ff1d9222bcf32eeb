import type { Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import type { ThreadsSchema } from '../../db/threads-schema.ts'
import type { Thread } from './thread.ts'

/** What a thread has nothing of is added up, and kept as one row. */
export const bare = { label: 1, assignee: 2, milestone: 4 } as const
const allBare = bare.label + bare.assignee + bare.milestone

export interface AddedThread extends Pick<Thread, 'id' | 'repoId' | 'kind' | 'state'> {
  readonly authorId: number | null
  readonly milestoneId: number | null
}

/**
 * What a new thread is looked for by, right behind the thread itself. On PostgreSQL a trigger does that; on SQLite one would
 * take longer than all else (migration 0069). From then on triggers follow it on both.
 */
export async function addFacets(tx: Tx, thread: AddedThread): Promise<void> {
  if (tx.dialect === 'postgres') return
  const { id, repoId, kind, state, authorId, milestoneId } = thread
  const common = { repoId, kind, state }
  if (milestoneId === null) {
    await insertFacet(tx, { ...common, id, facet: 'bare', value: allBare })
  } else {
    await insertFacet(tx, { ...common, id, facet: 'bare', value: allBare - bare.milestone })
    await insertFacet(tx, { ...common, id, facet: 'milestone', value: milestoneId })
  }
  if (authorId !== null) await countAuthor(tx, { ...common, authorId })
}

type Common = Pick<Thread, 'repoId' | 'kind' | 'state'>
type NewFacet = Common & {
  readonly id: number
  readonly facet: ThreadsSchema['thread_facets']['facet']
  readonly value: number
}

/** A trigger counts it. */
const insertFacet = prepared((db, { repoId: repo_id, kind, facet, value, state, id: thread_id }: NewFacet) =>
  db.insertInto('thread_facets').values({ repo_id, kind, facet, value, state, thread_id }),
)

/** Authors stand with their threads, and are only counted. */
const countAuthor = prepared((db, { repoId: repo_id, kind, state, authorId: value }: Common & { authorId: number }) =>
  db
    .insertInto('facet_counts')
    .values({ repo_id, kind, facet: 'author', value, state, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['repo_id', 'kind', 'facet', 'value', 'state'])
        .doUpdateSet((eb) => ({ count: eb('facet_counts.count', '+', 1) })),
    ),
)
