import { join } from 'node:path'
import { refillPostgres } from './refill-postgres.ts'
import { refillSqlite } from './refill-sqlite.ts'
import type { StoredRow, StoredTable } from './snapshot.ts'

/**
 * Puts a whole database into tables that are there and empty: all of it or, when something fails or nobody calls
 * `finish`, nothing.
 */
export interface Refill {
  /** What the tables of this database are called. */
  readonly tables: ReadonlySet<string>
  put(table: Pick<StoredTable, 'name' | 'columns'>, rows: readonly StoredRow[]): Promise<void>
  /** Checks that what refers to something finds it, and commits. */
  finish(sequences: Readonly<Record<string, number>>): Promise<void>
  /** Lets go of it, whatever has become of it. */
  close(): Promise<void>
}

export function openRefill(url: URL | null, dataDir: string): Promise<Refill> {
  return url === null ? Promise.resolve(refillSqlite(join(dataDir, 'stithy.db'))) : refillPostgres(url.href)
}
