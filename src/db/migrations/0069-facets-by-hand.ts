import type { SqlMigration } from './sql-migration.ts'

/**
 * On SQLite a statement with a trigger can fail halfway, so that each page is copied before it is touched: of an issue, with
 * all the indexes that it is found by, that took longer than writing it. Whoever adds a thread adds what it is looked for by
 * themselves (see features/threads/add-facets.ts). All else that happens to threads is left to triggers, as on PostgreSQL,
 * where a trigger saves ways there and back.
 */
export const facetsByHand: SqlMigration = {
  name: '0069-facets-by-hand',
  up: '',
  after: { sqlite: ['drop trigger threads_added'], postgres: [] },
}
