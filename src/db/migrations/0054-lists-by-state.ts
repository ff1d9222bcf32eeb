import type { SqlMigration } from './sql-migration.ts'

/**
 * Threads of all states are read state by state, and merged (see find-thread-ids.ts): opening one writes three entries less,
 * and every comment two. Pipelines of one state are found without going through all others.
 */
export const listsByState: SqlMigration = {
  name: '0054-lists-by-state',
  up: `
    drop index threads_all_listed;
    drop index threads_all_touched;
    drop index threads_all_talked;
    create index pipelines_listed on pipelines (repo_id, status, number);
  `,
}
