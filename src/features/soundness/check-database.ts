import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'

/**
 * What the database says of itself: pages that cannot be read, indexes that do not fit their table, rows that refer to
 * nothing. PostgreSQL refuses the last by itself at every write and has tools of its own for the others.
 */
export async function checkDatabase(app: Pick<App, 'db'>): Promise<readonly string[]> {
  if (app.db.dialect !== 'sqlite') return []
  return inTransaction(app, async (tx) => {
    const pages = await sql<{ quick_check: string }>`pragma quick_check(10)`.execute(tx)
    const orphans = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(tx)
    return [
      ...pages.rows.map((row) => row.quick_check).filter((text) => text !== 'ok'),
      ...orphans.rows.slice(0, 10).map((row) => `a row of ${row.table} refers to one of ${row.parent} that is gone`),
    ]
  })
}
