import type { SqlMigration } from './sql-migration.ts'

/** Every thread has one row that says what it lacks, which is counted: added up, that says how many threads there are. */
export const threadsCountedOnce: SqlMigration = {
  name: '0067-threads-counted-once',
  up: `
    drop table thread_counts;
  `,
}
