import type { SqlMigration } from './sql-migration.ts'

/** Pull requests, their reviews, and what checks say of commits. */
export const pulls: SqlMigration = {
  name: '0012-pulls',
  up: `
    alter table push_journal add column purpose text;
    alter table push_journal add column merges_id bigint references threads (id) on delete set null;
    create unique index push_journal_merges on push_journal (merges_id);

    alter table refs add column pusher_id bigint references users (id) on delete set null;
    create index refs_pusher on refs (pusher_id);

    create table commit_statuses (
      id          identity,
      uuid        text not null unique,
      repo_id     bigint not null references repos (id) on delete cascade,
      sha         text not null,
      context     text not null,
      state       text not null,
      description text not null,
      target_url  text,
      creator_id  bigint references users (id) on delete set null,
      created_at  bigint not null
    );
    create index commit_statuses_commit on commit_statuses (repo_id, sha, context, id);
    create index commit_statuses_creator on commit_statuses (creator_id);

    create table pulls (
      thread_id        bigint primary key references threads (id) on delete cascade,
      repo_id          bigint not null references repos (id) on delete cascade,
      source_repo_id   bigint references repos (id) on delete set null,
      source_branch    text not null,
      target_branch    text not null,
      open_key         text unique,
      is_draft         smallint not null,
      head_sha         text not null,
      seen_head        text not null,
      target_sha       text not null,
      merge_base       text,
      version          integer not null,
      additions        integer not null,
      deletions        integer not null,
      changed_files    integer not null,
      commit_count     integer not null,
      mergeable        smallint,
      conflicts        text not null,
      merged_at        bigint,
      merged_by        bigint references users (id) on delete set null,
      merge_commit_sha text,
      merge_request    text,
      auto_merge       text,
      auto_merge_by    bigint references users (id) on delete set null
    );
    create index pulls_source on pulls (source_repo_id, source_branch);
    create index pulls_target on pulls (repo_id, target_branch);
    create index pulls_head on pulls (repo_id, head_sha);
    create index pulls_merger on pulls (merged_by);
    create index pulls_auto_merger on pulls (auto_merge_by);

    create table pull_versions (
      thread_id  bigint not null references pulls (thread_id) on delete cascade,
      number     integer not null,
      head_sha   text not null,
      base_sha   text,
      patch_key  text,
      pusher_id  bigint references users (id) on delete set null,
      created_at bigint not null,
      primary key (thread_id, number)
    );
    create index pull_versions_pusher on pull_versions (pusher_id);

    create table requested_reviewers (
      thread_id  bigint not null references pulls (thread_id) on delete cascade,
      user_id    bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      primary key (thread_id, user_id)
    );
    create index requested_reviewers_user on requested_reviewers (user_id, thread_id);

    create table reviews (
      id           identity,
      uuid         text not null unique,
      thread_id    bigint not null references pulls (thread_id) on delete cascade,
      author_id    bigint references users (id) on delete set null,
      state        text not null,
      pending_key  text unique,
      body         text not null,
      version      integer not null,
      commit_sha   text not null,
      created_at   bigint not null,
      updated_at   bigint not null,
      submitted_at bigint,
      dismissed_at bigint,
      dismissed_by bigint references users (id) on delete set null,
      dismissal    text not null
    );
    create index reviews_thread on reviews (thread_id, id);
    create index reviews_author on reviews (author_id);
    create index reviews_dismisser on reviews (dismissed_by);

    create table line_comments (
      comment_id    bigint primary key references comments (id) on delete cascade,
      thread_id     bigint not null references pulls (thread_id) on delete cascade,
      review_id     bigint references reviews (id) on delete set null,
      root_id       bigint not null,
      path          text not null,
      side          text not null,
      line          integer not null,
      start_line    integer,
      commit_sha    text not null,
      base_sha      text not null,
      now_path      text not null,
      now_line      integer,
      now_start     integer,
      now_sha       text not null,
      is_outdated   smallint not null,
      resolved_at   bigint,
      resolved_by   bigint references users (id) on delete set null
    );
    create index line_comments_thread on line_comments (thread_id, comment_id);
    create index line_comments_review on line_comments (review_id);
    create index line_comments_root on line_comments (root_id);
    create index line_comments_resolver on line_comments (resolved_by);

    create table pending_comments (
      id         identity,
      uuid       text not null unique,
      review_id  bigint not null references reviews (id) on delete cascade,
      body       text not null,
      position   text not null,
      created_at bigint not null
    );
    create index pending_comments_review on pending_comments (review_id, id);

    create table viewed_files (
      thread_id  bigint not null references pulls (thread_id) on delete cascade,
      user_id    bigint not null references users (id) on delete cascade,
      path       text not null,
      state_key  text not null,
      created_at bigint not null,
      primary key (thread_id, user_id, path)
    );
    create index viewed_files_user on viewed_files (user_id);
  `,
}
