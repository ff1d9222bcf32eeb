import type { SqlMigration } from './sql-migration.ts'

/** Jobs that wait until somebody runs them. */
export const manualJobs: SqlMigration = {
  name: '0064-manual-jobs',
  up: `
    alter table pipeline_jobs add column is_manual smallint not null default 0;
  `,
}
