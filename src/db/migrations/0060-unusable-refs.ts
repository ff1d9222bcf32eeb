import type { SqlMigration } from './sql-migration.ts'

/** What a repository that follows another could not take over: whoever looks for it there and here should learn why. */
export const unusableRefs: SqlMigration = {
  name: '0060-unusable-refs',
  up: `
    alter table mirrors add column unusable_refs integer not null default 0;
    alter table mirrors add column unusable_names text not null default '[]';
  `,
}
