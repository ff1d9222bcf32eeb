import type { SqlMigration } from './sql-migration.ts'

/** Thousands of mails to watchers wait at times, and each look for what goes before them would go through all of them. */
export const jobsBesideMails: SqlMigration = {
  name: '0050-jobs-beside-mails',
  up: `create index jobs_beside_mails on jobs (state, run_at, id) where name <> 'mail.notification'`,
}
