import type { SqlMigration } from './sql-migration.ts'

export const notifications: SqlMigration = {
  name: '0015-notifications',
  up: `
    alter table users add column last_notification integer not null default 0;

    create table notifications (
      id         identity,
      user_id    bigint not null references users (id) on delete cascade,
      position   integer not null,
      event_key  text not null,
      type       text not null,
      repo_id    bigint references repos (id) on delete cascade,
      thread_id  bigint references threads (id) on delete cascade,
      team_id    bigint references owners (id) on delete cascade,
      actor_id   bigint references users (id) on delete set null,
      title      text not null,
      created_at bigint not null,
      read_at    bigint,
      unique (user_id, position),
      unique (user_id, event_key)
    );
    create index notifications_unread on notifications (user_id, read_at, position);
    create index notifications_repo on notifications (repo_id);
    create index notifications_thread on notifications (thread_id);
    create index notifications_team on notifications (team_id);
    create index notifications_actor on notifications (actor_id);
  `,
}
