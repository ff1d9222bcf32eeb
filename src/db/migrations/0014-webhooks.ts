import type { SqlMigration } from './sql-migration.ts'

export const webhooks: SqlMigration = {
  name: '0014-webhooks',
  up: `
    create table webhooks (
      id             identity,
      uuid           text not null unique,
      repo_id        bigint references repos (id) on delete cascade,
      team_id        bigint references owners (id) on delete cascade,
      creator_id     bigint references users (id) on delete set null,
      url            text not null,
      secret_sealed  text,
      events         text not null,
      branch_filter  text not null,
      content_type   text not null,
      is_active      smallint not null,
      failures       integer not null,
      due_at         bigint,
      lease          text,
      lease_until    bigint,
      created_at     bigint not null,
      updated_at     bigint not null
    );
    create index webhooks_repo on webhooks (repo_id);
    create index webhooks_team on webhooks (team_id);
    create index webhooks_creator on webhooks (creator_id);
    create index webhooks_due on webhooks (due_at);

    create table hook_deliveries (
      id            identity,
      uuid          text not null unique,
      hook_id       bigint not null references webhooks (id) on delete cascade,
      event         text not null,
      source        text not null,
      body          text,
      state         text not null,
      attempts      integer not null,
      due_at        bigint not null,
      status        integer,
      duration_ms   integer,
      error         text,
      redelivery_of text,
      created_at    bigint not null,
      finished_at   bigint
    );
    create index hook_deliveries_hook on hook_deliveries (hook_id, id);
    create index hook_deliveries_waiting on hook_deliveries (hook_id, state, id);
    create index hook_deliveries_finished on hook_deliveries (finished_at);

    create table hook_attempts (
      id               identity,
      delivery_id      bigint not null references hook_deliveries (id) on delete cascade,
      number           integer not null,
      request_headers  text not null,
      status           integer,
      response_headers text,
      response_body    text,
      duration_ms      integer not null,
      error            text,
      created_at       bigint not null
    );
    create index hook_attempts_delivery on hook_attempts (delivery_id, number);
  `,
}
