import type { SqlMigration } from './sql-migration.ts'

/** A merge that is asked for again is refused like any other: nobody needs to know what the first one asked for. */
export const mergeOnce: SqlMigration = {
  name: '0026-merge-once',
  up: `alter table pulls drop column merge_request;`,
}
