import type { SqlMigration } from './sql-migration.ts'

/** For what went through whole tables to find a few rows. */
export const flatLookups: SqlMigration = {
  name: '0037-flat-lookups',
  up: `
    create index refresh_tokens_expiry on refresh_tokens (expires_at);
    create index sessions_ended on sessions (ended_at) where ended_at is not null;
  `,
}
