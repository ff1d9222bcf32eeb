import type { SqlMigration } from './sql-migration.ts'

/** What several processes on one PostgreSQL have to agree on. With SQLite there is one, and it keeps this in memory. */
export const sharedState: SqlMigration = {
  name: '0027-shared-state',
  up: `
    create table rate_counts (
      limit_name text not null,
      key_hash   text not null,
      points     bigint not null,
      resets_at  bigint not null,
      primary key (limit_name, key_hash)
    );
    create index rate_counts_resets on rate_counts (resets_at);

    create table network_bans (
      network    text primary key,
      slow_until bigint not null,
      shut_until bigint not null
    );

    create table upkeep_leases (
      repo_id     bigint primary key references repos (id) on delete cascade,
      lease       text not null,
      lease_until bigint not null
    );
  `,
}
