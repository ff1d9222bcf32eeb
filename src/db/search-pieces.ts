import { sql } from 'kysely'
import type { Db, Tx } from './handle.ts'
import { prepared } from './prepared.ts'

const pieceCounts = {
  thread_search: counter('thread_search'),
  repo_search: counter('repo_search'),
  user_search: counter('user_search'),
} as const

export type SearchIndex = keyof typeof pieceCounts
export const searchIndexes: readonly SearchIndex[] = ['thread_search', 'repo_search', 'user_search']

/** A millisecond or two, in which nothing else is written. */
const pagesAtOnce = 16
/** Two of about the same size become one. By itself SQLite waits for four. */
const asMany = 2
/** Where nothing was left to do, at most a mark of its own was written. */
const nothingDone = 2

/**
 * Of how many pieces an index consists, each of which every question looks into: SQLite writes the words of a commit as one
 * more, and merges some when there are too many. PostgreSQL keeps none.
 */
export async function countPieces(db: Db, index: SearchIndex): Promise<number> {
  if (db.dialect === 'postgres') return 0
  const [counted] = await pieceCounts[index](db, {})
  return counted?.count ?? 0
}

/**
 * Merges pieces of about the same size, a little at each call: what is large is not written anew for a little more. False
 * where nothing was left to do.
 */
export async function mergePieces(tx: Tx, index: SearchIndex): Promise<boolean> {
  const order = (word: string, number: number) =>
    sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values (${word}, cast(${number} as integer))`.execute(
      tx,
    )
  await order('usermerge', asMany)
  const before = await changesSoFar(tx)
  await order('merge', pagesAtOnce)
  return (await changesSoFar(tx)) - before >= nothingDone
}

function counter(index: string) {
  return prepared(() => sql<{ count: number }>`select count(distinct segid) as count from ${sql.table(`${index}_idx`)}`)
}

async function changesSoFar(tx: Tx): Promise<number> {
  const [counted] = await changes(tx, {})
  return counted?.count ?? 0
}

const changes = prepared(() => sql<{ count: number }>`select total_changes() as count`)
