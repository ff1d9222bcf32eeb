import type { SqlMigration } from './sql-migration.ts'

export const firstPublished: SqlMigration = {
  name: '0038-first-published',
  up: 'alter table releases add column first_published_at bigint',
}
