import type { SqlMigration } from './sql-migration.ts'

/** The address that an account will have once its link was opened; until then the old one stays. */
export const pendingEmail: SqlMigration = {
  name: '0009-pending-email',
  up: `
    alter table users add column pending_email text;
  `,
}
