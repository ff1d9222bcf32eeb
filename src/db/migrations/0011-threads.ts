import type { SqlMigration } from './sql-migration.ts'

/** Issues and pull requests: threads of one sequence of numbers for each repository. */
export const threads: SqlMigration = {
  name: '0011-threads',
  up: `
    alter table repos add column last_number integer not null default 0;

    create table milestones (
      id           identity,
      uuid         text not null unique,
      repo_id      bigint not null references repos (id) on delete cascade,
      title        text not null,
      title_key    text not null,
      description  text not null,
      state        text not null,
      due_at       bigint,
      created_at   bigint not null,
      updated_at   bigint not null,
      closed_at    bigint,
      unique (repo_id, title_key)
    );

    create table threads (
      id            identity,
      uuid          text not null unique,
      repo_id       bigint not null references repos (id) on delete cascade,
      number        integer not null,
      kind          text not null,
      state         text not null,
      title         text not null,
      body          text not null,
      author_id     bigint references users (id) on delete set null,
      milestone_id  bigint references milestones (id) on delete set null,
      is_locked     smallint not null,
      pinned_at     bigint,
      comment_count integer not null,
      created_at    bigint not null,
      updated_at    bigint not null,
      closed_at     bigint,
      closed_by     bigint references users (id) on delete set null,
      unique (repo_id, number)
    );
    create index threads_listed on threads (repo_id, kind, state, number);
    create index threads_touched on threads (repo_id, kind, state, updated_at, number);
    create index threads_talked on threads (repo_id, kind, state, comment_count, number);
    create index threads_author on threads (author_id, repo_id, kind, state, number);
    create index threads_milestone on threads (milestone_id, kind, state, number);
    create index threads_closer on threads (closed_by);

    create table thread_counts (
      repo_id bigint not null references repos (id) on delete cascade,
      kind    text not null,
      state   text not null,
      count   integer not null,
      primary key (repo_id, kind, state)
    );

    create table labels (
      id          identity,
      uuid        text not null unique,
      repo_id     bigint not null references repos (id) on delete cascade,
      name        text not null,
      name_key    text not null,
      color       text not null,
      type        text not null,
      description text not null,
      created_at  bigint not null,
      unique (repo_id, name_key)
    );

    create table thread_labels (
      thread_id bigint not null references threads (id) on delete cascade,
      label_id  bigint not null references labels (id) on delete cascade,
      primary key (thread_id, label_id)
    );
    create index thread_labels_label on thread_labels (label_id, thread_id);

    create table thread_assignees (
      thread_id  bigint not null references threads (id) on delete cascade,
      user_id    bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      primary key (thread_id, user_id)
    );
    create index thread_assignees_user on thread_assignees (user_id, thread_id);

    create table comments (
      id         identity,
      uuid       text not null unique,
      thread_id  bigint not null references threads (id) on delete cascade,
      author_id  bigint references users (id) on delete set null,
      body       text not null,
      created_at bigint not null,
      updated_at bigint not null
    );
    create index comments_thread on comments (thread_id, id);
    create index comments_author on comments (author_id);

    create table text_versions (
      id         identity,
      thread_id  bigint not null references threads (id) on delete cascade,
      comment_id bigint references comments (id) on delete cascade,
      editor_id  bigint references users (id) on delete set null,
      title      text,
      body       text not null,
      created_at bigint not null
    );
    create index text_versions_thread on text_versions (thread_id, comment_id, id);
    create index text_versions_comment on text_versions (comment_id);
    create index text_versions_editor on text_versions (editor_id);

    create table timeline_events (
      id         identity,
      uuid       text not null unique,
      thread_id  bigint not null references threads (id) on delete cascade,
      actor_id   bigint references users (id) on delete set null,
      type       text not null,
      details    text not null,
      created_at bigint not null
    );
    create index timeline_events_thread on timeline_events (thread_id, id);
    create index timeline_events_actor on timeline_events (actor_id);

    create table thread_references (
      id          identity,
      thread_id   bigint not null references threads (id) on delete cascade,
      source_key  text not null,
      closes      smallint not null,
      created_at  bigint not null,
      unique (thread_id, source_key)
    );

    create table reactions (
      id         identity,
      thread_id  bigint not null references threads (id) on delete cascade,
      comment_id bigint references comments (id) on delete cascade,
      target_key text not null,
      user_id    bigint not null references users (id) on delete cascade,
      content    text not null,
      created_at bigint not null,
      unique (target_key, user_id, content)
    );
    create index reactions_thread on reactions (thread_id);
    create index reactions_comment on reactions (comment_id);
    create index reactions_user on reactions (user_id);

    create table attachments (
      id           identity,
      uuid         text not null unique,
      repo_id      bigint not null references repos (id) on delete cascade,
      blob_id      bigint not null references blobs (id),
      uploader_id  bigint references users (id) on delete set null,
      name         text not null,
      content_type text not null,
      created_at   bigint not null
    );
    create index attachments_repo on attachments (repo_id, id);
    create index attachments_blob on attachments (blob_id);
    create index attachments_uploader on attachments (uploader_id);
  `,
}
