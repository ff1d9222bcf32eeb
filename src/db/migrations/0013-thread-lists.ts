import { followInPostgres } from './0013-follow-in-postgres.ts'
import { followInSqlite } from './0013-follow-in-sqlite.ts'
import type { SqlMigration } from './sql-migration.ts'

/**
 * What lists of a hundred thousand issues are read from as quickly as those of a hundred: a row for each thing that a
 * thread is looked for by, and counts of those. Triggers keep both, so that they hold whoever writes.
 */
export const threadLists: SqlMigration = {
  name: '0013-thread-lists',
  up: `
    create table thread_facets (
      repo_id   bigint not null,
      kind      text not null,
      facet     text not null,
      value     bigint not null,
      state     text not null,
      thread_id bigint not null references threads (id) on delete cascade,
      primary key (repo_id, kind, facet, value, state, thread_id)
    );
    create index thread_facets_thread on thread_facets (thread_id, facet, value);

    create table facet_counts (
      repo_id bigint not null references repos (id) on delete cascade,
      kind    text not null,
      facet   text not null,
      value   bigint not null,
      state   text not null,
      count   integer not null,
      primary key (repo_id, kind, facet, value, state)
    );

    alter table repos add column threads_version integer not null default 0;

    create index threads_all_listed on threads (repo_id, kind, number);
    create index threads_all_touched on threads (repo_id, kind, updated_at, number);
    create index threads_all_talked on threads (repo_id, kind, comment_count, number);
    create index threads_pinned on threads (repo_id, pinned_at) where pinned_at is not null;

    alter table timeline_events add column source_repo_id bigint references repos (id) on delete cascade;
    create index timeline_events_source on timeline_events (source_repo_id) where source_repo_id is not null;

    create table mentions (
      id         identity,
      thread_id  bigint not null references threads (id) on delete cascade,
      target_key text not null,
      actor_id   bigint not null references users (id) on delete cascade,
      user_id    bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      unique (target_key, user_id)
    );
    create index mentions_thread on mentions (thread_id);
    create index mentions_actor on mentions (actor_id, created_at);
    create index mentions_user on mentions (user_id);
  `,
  after: { sqlite: followInSqlite, postgres: followInPostgres },
}
