import type { SqlMigration } from './sql-migration.ts'

/** `quota_bytes` is null: what the setting says; 0: no limit. `target`: where the tag of a draft is to be made. */
export const quotasAndTargets: SqlMigration = {
  name: '0008-quotas-and-targets',
  up: `
    alter table owners add column quota_bytes bigint;
    alter table releases add column target text;
  `,
}
