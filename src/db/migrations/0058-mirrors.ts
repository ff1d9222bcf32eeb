import type { SqlMigration } from './sql-migration.ts'

/** Repositories that follow one on another server, and when they look there next. */
export const mirrors: SqlMigration = {
  name: '0058-mirrors',
  up: `
    alter table repos add column mirror_of text;
    create table mirrors (
      repo_id         bigint primary key references repos (id) on delete cascade,
      username        text not null,
      sealed_password text,
      every_ms        bigint not null,
      due_at          bigint not null,
      is_running      smallint not null,
      heard_at        bigint not null,
      synced_at       bigint,
      failures        integer not null,
      error           text
    );
    create index mirrors_due on mirrors (due_at);
  `,
}
