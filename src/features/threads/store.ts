import { setImmediate as othersTurn } from 'node:timers/promises'
import { notFound } from '../../core/errors.ts'
import { moveWords, setWords } from '../../db/full-text.ts'
import type { Builder, Reader, Tx } from '../../db/handle.ts'
import { prepared, preparedInsert } from '../../db/prepared.ts'
import { uuid } from '../../db/uuid.ts'
import { addFacets } from './add-facets.ts'
import { dressThreads } from './dress-threads.ts'
import type { Person, Thread, ThreadKind, ThreadState } from './thread.ts'

/** Threads, with the names of the people in them. `dressThreads` adds the rest. */
export function selectThreads(db: Builder) {
  return db
    .selectFrom('threads')
    .leftJoin('owners as author', 'author.id', 'threads.author_id')
    .leftJoin('owners as closer', 'closer.id', 'threads.closed_by')
    .leftJoin('milestones', 'milestones.id', 'threads.milestone_id')
    .selectAll('threads')
    .select([
      'author.name as author_name',
      'closer.name as closer_name',
      'milestones.uuid as milestone_uuid',
      'milestones.title as milestone_title',
    ])
}

export interface NewThread {
  readonly repoId: number
  readonly kind: ThreadKind
  readonly title: string
  readonly body: string
  readonly author: Person
}

/** Takes the repository's next number. Its row is locked until the end, so numbers have no holes and no doubles. */
export async function insertThread(tx: Tx, values: NewThread): Promise<Thread> {
  const { repoId, kind, title, body } = values
  const [taken] = await takeNumber(tx, { repoId })
  // Deleted since it was looked up.
  if (taken === undefined) throw notFound('REPO')
  const author = { id: values.author.id, username: values.author.username }
  const made = { uuid: uuid(), number: taken.last_number, kind, state: 'open', title, body } as const
  const id = await insertRow(tx, { ...made, repoId, authorId: author.id, now: tx.now })
  await addFacets(tx, { id, repoId, kind, state: 'open', authorId: author.id, milestoneId: null })
  await setWords(tx, id, { repoId, kind, state: 'open' }, `${title} ${body}`)
  // What a new one has is known: reading it back would be three questions more.
  return { id, ...made, ...newThread, repoId, author, createdAt: tx.now, updatedAt: tx.now }
}

const takeNumber = prepared((db, its: { repoId: number }) =>
  db
    .updateTable('repos')
    .set((eb) => ({ last_number: eb('last_number', '+', 1), threads_version: eb('threads_version', '+', 1) }))
    .where('id', '=', its.repoId)
    .returning('last_number'),
)

type NewRow = Pick<Thread, 'uuid' | 'number' | 'kind' | 'state' | 'title' | 'body' | 'repoId'> & {
  readonly authorId: number
  readonly now: number
}

const insertRow = preparedInsert(
  (db, { uuid: id, number, kind, state, title, body, repoId: repo_id, authorId: author_id, now }: NewRow) =>
    db.insertInto('threads').values({
      uuid: id,
      number,
      kind,
      state,
      title,
      body,
      repo_id,
      author_id,
      is_locked: 0,
      comment_count: 0,
      created_at: now,
      updated_at: now,
    }),
)

const newThread = {
  labels: [],
  assignees: [],
  milestone: null,
  isLocked: false,
  pinnedAt: null,
  commentCount: 0,
  closedAt: null,
  closedBy: null,
  elsewhere: null,
}

export async function findThread(
  reader: Reader,
  repoId: number,
  kind: ThreadKind,
  number: number,
): Promise<Thread | null> {
  const [thread] = await dressThreads(reader, await numbered(reader, { repoId, number, kind }))
  return thread ?? null
}

const numbered = prepared((db, its: { repoId: number; number: number; kind: ThreadKind }) =>
  selectThreads(db)
    .where('threads.repo_id', '=', its.repoId)
    .where('threads.number', '=', its.number)
    .where('threads.kind', '=', its.kind),
)

export async function requireThreadById(reader: Reader, id: number): Promise<Thread> {
  const [thread] = await dressThreads(reader, await byId(reader, { id }))
  if (thread === undefined) throw new Error(`There is no thread ${id}`)
  return thread
}

/**
 * Changes of a repository's threads take turns: they touch the same counts, and on PostgreSQL would wait for each other
 * in a circle. The version says that they did.
 */
export async function lockThreads(tx: Tx, repoId: number): Promise<void> {
  await hold(tx, { repoId })
}

const hold = prepared((db, its: { repoId: number }) =>
  db
    .updateTable('repos')
    .set((eb) => ({ threads_version: eb('threads_version', '+', 1) }))
    .where('id', '=', its.repoId),
)

/** The thread as it is when it is its turn to be changed: of two changes at once, the second builds on the first. */
export async function lockThread(tx: Tx, id: number): Promise<Thread | null> {
  const [known] = await placeOf(tx, { id })
  if (known === undefined) return null
  await lockThreads(tx, known.repo_id)
  await tx.notify('threads', String(id))
  return (await dressThreads(tx, await byId(tx, { id })))[0] ?? null
}

const placeOf = prepared((db, its: { id: number }) =>
  db.selectFrom('threads').select('repo_id').where('id', '=', its.id),
)

const byId = prepared((db, its: { id: number }) => selectThreads(db).where('threads.id', '=', its.id))

/** The same for what will change it for certain. */
export async function holdThread(tx: Tx, id: number): Promise<Thread | null> {
  if ((await lockThread(tx, id)) === null) return null
  await touchThread(tx, id)
  return requireThreadById(tx, id)
}

/** Something was said or done: it goes to the top of what was touched last. */
export async function touchThread(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('threads').set({ updated_at: tx.now }).where('id', '=', id).execute()
}

/** What there may be thousands of in one, those first that others lead to. */
const plenty = ['notifications', 'timeline_events', 'reactions', 'mentions', 'text_versions', 'comments'] as const
const deletedAtOnce = 500

/** With everything that belongs to it. The thread must be held. */
export async function deleteThread(tx: Tx, thread: Thread): Promise<void> {
  for (const table of plenty) {
    // SQLite does its work in our thread: all in one go would hold up everybody.
    while (await deleteSome(tx, table, thread.id)) await othersTurn()
  }
  // The index of words knows no references on SQLite: what is left there says nothing, until it is swept.
  await setWords(tx, thread.id, thread, '')
  await tx.deleteFrom('threads').where('id', '=', thread.id).execute()
}

/** True while there may be more. */
async function deleteSome(tx: Tx, table: (typeof plenty)[number], threadId: number): Promise<boolean> {
  const rows = await tx.selectFrom(table).select('id').where('thread_id', '=', threadId).limit(deletedAtOnce).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom(table).where('id', 'in', ids).execute()
  return ids.length === deletedAtOnce
}

/** Opens, closes or marks as merged, with all counts that follow. The thread must be held. */
export async function saveState(tx: Tx, thread: Thread, state: ThreadState, by: number | null): Promise<void> {
  if (thread.state === state) return
  await tx
    .updateTable('threads')
    .set({
      state,
      updated_at: tx.now,
      closed_at: state === 'open' ? null : tx.now,
      closed_by: state === 'open' ? null : by,
    })
    .where('id', '=', thread.id)
    .execute()
  await moveWords(tx, thread.id, thread, { ...thread, state })
}
