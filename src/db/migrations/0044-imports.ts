import type { SqlMigration } from './sql-migration.ts'

/** Where a repository was brought from, and how far that is. */
export const imports: SqlMigration = {
  name: '0044-imports',
  up: `
    create table imports (
      repo_id        bigint primary key references repos (id) on delete cascade,
      url            text not null,
      started_by     bigint references users (id) on delete set null,
      state          text not null,
      received_bytes bigint not null,
      error          text,
      unusable_refs  integer not null,
      started_at     bigint not null,
      heard_at       bigint not null
    );
    create index imports_started_by on imports (started_by) where state = 'running';
  `,
}
