import type { SqlMigration } from './sql-migration.ts'

export const variablesBy: SqlMigration = {
  name: '0036-variables-by',
  up: `
    alter table pipelines add column variables_by bigint references users (id) on delete set null;
    create index pipelines_variables_by on pipelines (variables_by)
  `,
}
