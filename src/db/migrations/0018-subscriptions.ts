import type { SqlMigration } from './sql-migration.ts'

export const subscriptions: SqlMigration = {
  name: '0018-subscriptions',
  up: `
    create table repo_subscriptions (
      user_id    bigint not null references users (id) on delete cascade,
      repo_id    bigint not null references repos (id) on delete cascade,
      attention  text not null,
      created_at bigint not null,
      primary key (user_id, repo_id)
    );
    create index repo_subscriptions_repo on repo_subscriptions (repo_id, attention);

    create table thread_subscriptions (
      user_id    bigint not null references users (id) on delete cascade,
      thread_id  bigint not null references threads (id) on delete cascade,
      attention  text not null,
      created_at bigint not null,
      primary key (user_id, thread_id)
    );
    create index thread_subscriptions_thread on thread_subscriptions (thread_id, attention);

    create index notifications_read on notifications (read_at) where read_at is not null;
  `,
}
