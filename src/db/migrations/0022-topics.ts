import type { SqlMigration } from './sql-migration.ts'

/** What a repository is about: single words, with blanks between them. */
export const topics: SqlMigration = {
  name: '0022-topics',
  up: `
    alter table repos add column topics text not null default '';
  `,
}
