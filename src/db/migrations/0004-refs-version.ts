import type { SqlMigration } from './sql-migration.ts'

export const refsVersion: SqlMigration = {
  name: '0004-refs-version',
  up: `
    alter table repos add column refs_version bigint not null default 0;
    alter table push_journal add column git_process text;
    alter table push_journal add column lease_until bigint not null default 0;
  `,
}
