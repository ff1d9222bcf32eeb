import { type SqlBool, sql } from 'kysely'
import { Pace } from '../core/pace.ts'
import type { Db, Tx } from './handle.ts'
import type { PendingWords } from './pending-words.ts'
import { type Askable, prepared } from './prepared.ts'
import type { Schema } from './schema.ts'
import { wordsOf } from './search-words.ts'
import type { ThreadsSchema } from './threads-schema.ts'

type Threads = ThreadsSchema['threads']

/** Where a thread is looked for. Every word carries it, so that nobody's search goes through others' words. */
export interface Shelf {
  readonly repoId: number
  readonly kind: Threads['kind']
  readonly state: Threads['state']
}

/** What a thread can be found by: a book of sixteen thousand different words is not written in an issue. */
const mostWords = 16_000
const mostAsked = 12
const atOnce = 500
/** Shorter beginnings would mean half of all words. */
const shortestBeginning = 3

/** Adds the words of some texts to what a thread is found by. */
export async function addWords(tx: Tx, threadId: number, shelf: Shelf, texts: readonly string[]): Promise<void> {
  const known = await readWords(tx, threadId)
  const words = new Set(known)
  const pace = new Pace()
  for (const text of texts) {
    await pace.isOver()
    for (const word of marked(shelf, wordsOf(text, mostWords))) {
      if (words.size >= mostWords) break
      words.add(word)
    }
  }
  if (words.size > known.length) await writeWords(tx, threadId, [...words])
}

/** All that a thread is found by, anew: after words were taken away. */
export async function setWords(tx: Tx, threadId: number, shelf: Shelf, text: string): Promise<void> {
  await writeWords(tx, threadId, marked(shelf, wordsOf(text, mostWords)))
}

/** The thread has another state now. */
export async function moveWords(tx: Tx, threadId: number, from: Shelf, to: Shelf): Promise<void> {
  const cut = markOf(from).length
  const words = await readWords(tx, threadId)
  await writeWords(
    tx,
    threadId,
    words.map((word) => markOf(to) + word.slice(cut)),
  )
}

/** What a question asks for; nothing where it has no words. */
export function askedWords(question: string): readonly string[] {
  return wordsOf(question, mostAsked)
}

/** Whole words are found as they are asked for; for beginnings, all words that begin so are gone through. */
export type Match = 'whole' | 'beginnings'

export interface Question {
  readonly words: readonly string[]
  readonly match: Match
}

/** The ids of the threads on the shelves that have all words. */
export function findByWords(db: Db, shelves: readonly Shelf[], { words, match }: Question) {
  const asked = shelves.map((shelf) => askedFor(shelf, words, match))
  return db.dialect === 'sqlite'
    ? db
        .selectFrom('thread_search')
        .select(sql<number>`thread_search.rowid`.as('thread_id'))
        .where(sql<SqlBool>`thread_search match ${asked.map(sqliteQuestion).join(' OR ')}`)
    : db
        .selectFrom('thread_search')
        // A sum has no index: asked for the newest few, PostgreSQL would rather go through all threads there are, from
        // the newest on, than look the words up.
        .select(sql<number>`thread_search.thread_id + 0`.as('thread_id'))
        // Of a question that it knows while it plans, PostgreSQL guesses how many have the words: of a hundred beginnings
        // that all have one, and it would go through every thread there is.
        .where(sql<SqlBool>`words @@ (select ${asked.map(postgresQuestion).join(' | ')}::tsquery)`)
}

/** Whether any of them is gone through for what begins so: otherwise both matches are the same. */
export function haveBeginnings(words: readonly string[]): boolean {
  return words.some(mayBegin)
}

function mayBegin(word: string): boolean {
  return word.length >= shortestBeginning
}

interface Asked {
  readonly word: string
  readonly isBeginning: boolean
}

function askedFor(shelf: Shelf, words: readonly string[], match: Match): readonly Asked[] {
  return words.map((word) => ({
    word: markOf(shelf) + word,
    isBeginning: match === 'beginnings' && mayBegin(word),
  }))
}

function sqliteQuestion(asked: readonly Asked[]): string {
  return `(${asked.map(({ word, isBeginning }) => `"${word}"${isBeginning ? ' *' : ''}`).join(' AND ')})`
}

function postgresQuestion(asked: readonly Asked[]): string {
  return `(${asked.map(({ word, isBeginning }) => `'${word}'${isBeginning ? ':*' : ''}`).join(' & ')})`
}

function marked(shelf: Shelf, words: readonly string[]): readonly string[] {
  const mark = markOf(shelf)
  return words.map((word) => mark + word)
}

/** No word has the underscore, so none is taken for a mark. */
export function markOf({ repoId, kind, state }: Shelf): string {
  return `${repoId.toString(36)}${kind.charAt(0)}${state.charAt(0)}_`
}

/**
 * Forgets the words of threads that are gone, some at a time: how far it came, or null at the end. A virtual table knows
 * no references; on PostgreSQL they have gone already.
 */
export async function forgetStrayWords(tx: Tx, after: number): Promise<number | null> {
  if (tx.dialect === 'postgres') return null
  const found = await sql<{ id: number; is_stray: number }>`
    select rowid as id, not exists (select 1 from threads where threads.id = thread_search.rowid) as is_stray
    from thread_search where rowid > ${after} order by rowid limit ${atOnce}`.execute(tx)
  for (const { id, is_stray: isStray } of found.rows) {
    if (isStray === 1) await sql`delete from thread_search where rowid = ${id}`.execute(tx)
  }
  return found.rows.at(-1)?.id ?? null
}

async function readWords(tx: Tx, threadId: number): Promise<readonly string[]> {
  if (tx.words === null) {
    const [found] = await readInPostgres(tx, { threadId })
    return found?.words ?? []
  }
  const words = tx.words.get(threadId) ?? (await readInSqlite(tx, { threadId }))[0]?.words
  return words?.split(' ') ?? []
}

async function writeWords(tx: Tx, threadId: number, words: readonly string[]): Promise<void> {
  if (tx.words === null) {
    await sql`insert into thread_search (thread_id, words) values (${threadId}, array_to_tsvector(${words}::text[]))
      on conflict (thread_id) do update set words = excluded.words`.execute(tx)
  } else tx.words.set(threadId, words.join(' '))
}

/** Right before the commit, on SQLite. */
export async function writePending(ask: Askable['ask'], pending: PendingWords): Promise<void> {
  const text = 'insert or replace into thread_search (rowid, words) values (?, ?)'
  for (const [threadId, words] of pending.entries()) await ask(text, [threadId, words])
}

const readInPostgres = prepared(
  (_, its: { threadId: number }) =>
    sql<{
      words: string[]
    }>`select tsvector_to_array(words) as words from thread_search where thread_id = ${its.threadId}`,
)

const readInSqlite = prepared(
  (_, its: { threadId: number }) =>
    sql<Schema['thread_search']>`select words from thread_search where rowid = ${its.threadId}`,
)
