import type { SqlMigration } from './sql-migration.ts'

/** Whose log is due to be forgotten is looked for every day: most pipelines of a busy service have none any more. */
export const logsToForget: SqlMigration = {
  name: '0056-logs-to-forget',
  up: `create index pipelines_with_log on pipelines (finished_at) where log_lines > 1`,
}
