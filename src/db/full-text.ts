import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from './handle.ts'
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
/** Shorter beginnings would mean half of all words. */
const shortestBeginning = 3

/** Adds words to what a thread is found by. */
export async function addWords(tx: Tx, threadId: number, shelf: Shelf, text: string): Promise<void> {
  const known = await readWords(tx, threadId)
  const words = new Set(known)
  for (const word of marked(shelf, wordsOf(text, mostWords))) {
    if (words.size >= mostWords) break
    words.add(word)
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

/** The ids of the threads on the shelves that have all words, or words that begin so. */
export function findByWords(db: Db, shelves: readonly Shelf[], words: readonly string[]) {
  return db.dialect === 'sqlite'
    ? db
        .selectFrom('thread_search')
        .select(sql<number>`thread_search.rowid`.as('thread_id'))
        .where(sql<SqlBool>`thread_search match ${shelves.map((one) => sqliteQuestion(one, words)).join(' OR ')}`)
    : db
        .selectFrom('thread_search')
        .select('thread_search.thread_id')
        .where(sql<SqlBool>`words @@ ${shelves.map((one) => postgresQuestion(one, words)).join(' | ')}::tsquery`)
}

function sqliteQuestion(shelf: Shelf, words: readonly string[]): string {
  const asked = marked(shelf, words).map((word, index) => `"${word}"${isBeginning(words[index]) ? ' *' : ''}`)
  return `(${asked.join(' AND ')})`
}

function postgresQuestion(shelf: Shelf, words: readonly string[]): string {
  const asked = marked(shelf, words).map((word, index) => `'${word}'${isBeginning(words[index]) ? ':*' : ''}`)
  return `(${asked.join(' & ')})`
}

function isBeginning(word: string | undefined): boolean {
  return word !== undefined && word.length >= shortestBeginning
}

function marked(shelf: Shelf, words: readonly string[]): readonly string[] {
  const mark = markOf(shelf)
  return words.map((word) => mark + word)
}

/** No word has the underscore, so none is taken for a mark. */
function markOf({ repoId, kind, state }: Shelf): string {
  return `${repoId.toString(36)}${kind.charAt(0)}${state.charAt(0)}_`
}

async function readWords(tx: Tx, threadId: number): Promise<readonly string[]> {
  if (tx.dialect === 'postgres') {
    const found = await sql<{ words: string[] }>`
      select tsvector_to_array(words) as words from thread_search where thread_id = ${threadId}`.execute(tx)
    return found.rows[0]?.words ?? []
  }
  const found = await sql<Schema['thread_search']>`
    select words from thread_search where rowid = ${threadId}`.execute(tx)
  return found.rows[0]?.words.split(' ') ?? []
}

async function writeWords(tx: Tx, threadId: number, words: readonly string[]): Promise<void> {
  if (tx.dialect === 'postgres') {
    await sql`insert into thread_search (thread_id, words) values (${threadId}, array_to_tsvector(${words}::text[]))
      on conflict (thread_id) do update set words = excluded.words`.execute(tx)
    return
  }
  await sql`insert or replace into thread_search (rowid, words) values (${threadId}, ${words.join(' ')})`.execute(tx)
}
