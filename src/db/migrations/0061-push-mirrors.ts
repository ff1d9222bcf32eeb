import type { SqlMigration } from './sql-migration.ts'

/** Repositories that are pushed to another server whenever they change, and what came of it. */
export const pushMirrors: SqlMigration = {
  name: '0061-push-mirrors',
  up: `
    create table push_mirrors (
      repo_id         bigint primary key references repos (id) on delete cascade,
      url             text not null,
      username        text not null,
      sealed_password text,
      due_at          bigint not null,
      run             text,
      heard_at        bigint not null,
      sent_version    bigint,
      refused_version bigint,
      sent_at         bigint,
      failures        integer not null,
      error           text
    );
    create index push_mirrors_due on push_mirrors (due_at);
  `,
}
