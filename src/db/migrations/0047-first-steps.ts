import type { SqlMigration } from './sql-migration.ts'

/** Who has put the list of first steps away does not see it again. */
export const firstStepsHidden: SqlMigration = {
  name: '0047-first-steps',
  up: `
    alter table users add column first_steps_hidden_at bigint;
  `,
}
