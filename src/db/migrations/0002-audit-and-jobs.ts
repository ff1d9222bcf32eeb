import type { SqlMigration } from './sql-migration.ts'

export const auditAndJobs: SqlMigration = {
  name: '0002-audit-and-jobs',
  up: `
    create table audit (
      id          identity,
      uuid        text not null unique,
      event       text not null,
      actor_id    bigint,
      actor_uuid  text,
      actor_name  text,
      actor_ip    text,
      user_agent  text,
      origin      text not null,
      target_type text,
      target_id   text,
      target_name text,
      metadata    text not null,
      created_at  bigint not null,
      prev_hash   text not null,
      hash        text not null
    );
    create index audit_event on audit (event, id);
    create index audit_actor on audit (actor_name, id);

    create table audit_head (
      id      integer primary key,
      entries bigint not null,
      hash    text not null
    );
    insert into audit_head (id, entries, hash) values (1, 0, '');

    create table jobs (
      id          identity,
      uuid        text not null unique,
      name        text not null,
      payload     text not null,
      state       text not null,
      run_at      bigint not null,
      attempts    integer not null,
      lease       text,
      lease_until bigint,
      last_error  text,
      created_at  bigint not null
    );
    create index jobs_due on jobs (state, run_at, id);
  `,
}
