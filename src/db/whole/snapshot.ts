import type { Dialect } from '../handle.ts'

/** A table as it is stored, whatever it means. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of its primary key, which is the order that rows come in. */
  readonly key: readonly string[]
}

export type StoredValue = string | number | null | Uint8Array
export type StoredRow = readonly StoredValue[]

/** The whole database as it was at one moment, however long it takes to read it. */
export interface Snapshot {
  readonly dialect: Dialect
  readonly tables: readonly StoredTable[]
  /** What made the tables what they are. */
  readonly migrations: readonly string[]
  /** The last number that each table has given to a row: numbers of rows that were deleted never come again. */
  readonly sequences: Readonly<Record<string, number>>
  /** All rows, or those that `where`, a piece of SQL of our own, lets through. */
  rows(table: StoredTable, where: string | null): AsyncGenerator<readonly StoredRow[]>
  close(): Promise<void>
}

/**
 * Words of full-text search. The two databases have nothing in common there, so both show it as this: the thread, and
 * its words with a space between.
 */
export const searchTable: StoredTable = { name: 'thread_search', columns: ['thread_id', 'words'], key: ['thread_id'] }

/** Kysely's own, and what is made of other tables. */
export const leftOut: ReadonlySet<string> = new Set(['migrations', 'migrations_lock', 'repo_search', 'user_search'])

export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
}

/** How both databases select what a table holds. */
export function selectFrom({ name, columns, key }: StoredTable, where: string | null): string {
  const order = key.length === 0 ? '' : ` order by ${quoted(key)}`
  return `select ${quoted(columns)} from ${quoted([name])}${where === null ? '' : ` where ${where}`}${order}`
}
