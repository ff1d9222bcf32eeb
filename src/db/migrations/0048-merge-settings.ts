import type { SqlMigration } from './sql-migration.ts'

/** Which ways of merging a repository allows, which one is offered first, and whether branches go with the merge. */
export const mergeSettings: SqlMigration = {
  name: '0048-merge-settings',
  up: `
    alter table repos add column merge_methods text not null default 'merge squash rebase';
    alter table repos add column merge_method text not null default 'merge';
    alter table repos add column deletes_merged smallint not null default 0;
  `,
}
