import type { SqlMigration } from './sql-migration.ts'

export const pipelineBases: SqlMigration = {
  name: '0025-pipeline-bases',
  up: `
    alter table pipelines add column base_sha text;
    alter table pipeline_schedules add column ran_for bigint
  `,
}
