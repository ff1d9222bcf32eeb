import type { SqlMigration } from './sql-migration.ts'

/** Apart from those of branches: they ask for other things, and the version before would take one for the other. */
export const tagProtections: SqlMigration = {
  name: '0041-tag-protections',
  up: `
    create table tag_protections (
      id          identity,
      uuid        text not null unique,
      repo_id     bigint not null references repos (id) on delete cascade,
      pattern     text not null,
      create_role text not null,
      delete_role text not null,
      created_at  bigint not null,
      updated_at  bigint not null,
      unique (repo_id, pattern)
    );
  `,
}
