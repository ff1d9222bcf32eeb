import type { SqlMigration } from './sql-migration.ts'

/** Issues and pull requests that were written on another server: by whom, where, and how far bringing them is. */
export const trackerImports: SqlMigration = {
  name: '0059-tracker-imports',
  up: `
    alter table threads add column author_elsewhere text;
    alter table threads add column imported_from text;
    alter table comments add column author_elsewhere text;

    create table tracker_imports (
      repo_id       bigint primary key references repos (id) on delete cascade,
      kind          text not null,
      url           text not null,
      username      text not null,
      sealed_token  text,
      started_by    bigint references users (id) on delete set null,
      state         text not null,
      place         text not null,
      reserved      integer not null,
      pulls_after   integer not null,
      total         integer,
      labels        integer not null,
      milestones    integer not null,
      issues        integer not null,
      pulls         integer not null,
      comments      integer not null,
      releases      integer not null,
      left_out      integer not null,
      text_length   bigint not null,
      error         text,
      waits_until   bigint,
      turn          integer not null,
      heard_at      bigint not null
    );
    create index tracker_imports_left on tracker_imports (heard_at) where state = 'running';
    create index tracker_imports_started_by on tracker_imports (started_by);
  `,
}
