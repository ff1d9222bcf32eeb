import type { SqlMigration } from './sql-migration.ts'

/** Null: what the setting says. 0: no limit. */
export const ownerQuota: SqlMigration = {
  name: '0008-owner-quota',
  up: `
    alter table owners add column quota_bytes bigint;
  `,
}
