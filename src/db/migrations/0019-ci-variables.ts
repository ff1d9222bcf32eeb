import type { SqlMigration } from './sql-migration.ts'

export const ciVariables: SqlMigration = {
  name: '0019-ci-variables',
  up: `
    create table ci_variables (
      id                identity,
      uuid              text not null unique,
      repo_id           bigint references repos (id) on delete cascade,
      team_id           bigint references owners (id) on delete cascade,
      key               text not null,
      value             text,
      value_sealed      text,
      size              integer not null,
      is_protected_only smallint not null,
      created_at        bigint not null,
      updated_at        bigint not null,
      unique (repo_id, key),
      unique (team_id, key)
    );
  `,
}
