import type { SqlMigration } from './sql-migration.ts'

export const pipelines: SqlMigration = {
  name: '0016-pipelines',
  up: `
    alter table repos add column last_pipeline integer not null default 0;

    create table pipelines (
      id               identity,
      uuid             text not null unique,
      repo_id          bigint not null references repos (id) on delete cascade,
      number           integer not null,
      mode             text not null,
      status           text not null,
      trigger_event    text not null,
      ref              text not null,
      commit_sha       text not null,
      source_repo_id   bigint references repos (id) on delete set null,
      thread_id        bigint references threads (id) on delete set null,
      is_trusted       smallint not null,
      triggered_by     bigint references users (id) on delete set null,
      approved_by      bigint references users (id) on delete set null,
      retry_of         bigint references pipelines (id) on delete set null,
      only_jobs        text,
      variables_sealed text,
      error            text,
      stages           text not null,
      sbom             text,
      attempts         integer not null,
      lease            text,
      lease_until      bigint,
      log_lines        integer not null,
      created_at       bigint not null,
      started_at       bigint,
      finished_at      bigint
    );
    create unique index pipelines_number on pipelines (repo_id, number);
    create index pipelines_commit on pipelines (repo_id, commit_sha);
    create index pipelines_ref on pipelines (repo_id, ref, id);
    create index pipelines_status on pipelines (status, id);
    create index pipelines_thread on pipelines (thread_id);
    create index pipelines_source on pipelines (source_repo_id);
    create index pipelines_triggered on pipelines (triggered_by, id);
    create index pipelines_approved on pipelines (approved_by);
    create index pipelines_retry on pipelines (retry_of);

    create table pipeline_jobs (
      id            identity,
      uuid          text not null unique,
      pipeline_id   bigint not null references pipelines (id) on delete cascade,
      position      integer not null,
      name          text not null,
      needs         text not null,
      status        text not null,
      exit_code     integer,
      allow_failure smallint not null,
      steps         text not null,
      started_at    bigint,
      finished_at   bigint
    );
    create unique index pipeline_jobs_position on pipeline_jobs (pipeline_id, position);

    create table pipeline_logs (
      pipeline_id bigint not null references pipelines (id) on delete cascade,
      first_line  integer not null,
      line_count  integer not null,
      data        bytes not null,
      primary key (pipeline_id, first_line)
    );

    create table pipeline_artifacts (
      id          identity,
      uuid        text not null unique,
      pipeline_id bigint not null references pipelines (id) on delete cascade,
      repo_id     bigint not null references repos (id) on delete cascade,
      job_name    text not null,
      name        text not null,
      blob_id     bigint not null references blobs (id),
      created_at  bigint not null,
      expires_at  bigint
    );
    create index pipeline_artifacts_pipeline on pipeline_artifacts (pipeline_id, id);
    create index pipeline_artifacts_repo on pipeline_artifacts (repo_id);
    create index pipeline_artifacts_blob on pipeline_artifacts (blob_id);
    create index pipeline_artifacts_expiry on pipeline_artifacts (expires_at);

    create table pipeline_caches (
      id         identity,
      repo_id    bigint not null references repos (id) on delete cascade,
      realm      text not null,
      cache_key  text not null,
      blob_id    bigint not null references blobs (id),
      created_at bigint not null,
      used_at    bigint not null
    );
    create unique index pipeline_caches_key on pipeline_caches (repo_id, realm, cache_key);
    create index pipeline_caches_blob on pipeline_caches (blob_id);
    create index pipeline_caches_used on pipeline_caches (used_at);

    create table pipeline_schedules (
      id         identity,
      repo_id    bigint not null references repos (id) on delete cascade,
      expression text not null,
      next_at    bigint not null
    );
    create unique index pipeline_schedules_one on pipeline_schedules (repo_id, expression);
    create index pipeline_schedules_due on pipeline_schedules (next_at);

    alter table notifications add column pipeline_id bigint references pipelines (id) on delete cascade;
    create index notifications_pipeline on notifications (pipeline_id)
  `,
}
