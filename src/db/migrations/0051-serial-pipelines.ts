import type { SqlMigration } from './sql-migration.ts'

/** Pipelines of one repository with the same group run one after the other. Null for those that wait for nobody. */
export const serialPipelines: SqlMigration = {
  name: '0051-serial-pipelines',
  up: 'alter table pipelines add column serial_group text',
}
