import type { SqlMigration } from './sql-migration.ts'

export const branchProtections: SqlMigration = {
  name: '0006-branch-protections',
  up: `
    create table branch_protections (
      id                      identity,
      uuid                    text not null unique,
      repo_id                 bigint not null references repos (id) on delete cascade,
      pattern                 text not null,
      push_role               text not null,
      merge_role              text not null,
      allow_force_push        smallint not null,
      allow_delete            smallint not null,
      required_approvals      integer not null,
      dismiss_stale_approvals smallint not null,
      required_checks         text not null,
      created_at              bigint not null,
      updated_at              bigint not null,
      unique (repo_id, pattern)
    );

    create table branch_protection_pushers (
      protection_id bigint not null references branch_protections (id) on delete cascade,
      user_id       bigint not null references users (id) on delete cascade,
      primary key (protection_id, user_id)
    );
    create index branch_protection_pushers_user on branch_protection_pushers (user_id);

    alter table repos add column refs_version bigint not null default 0;
    alter table push_journal add column lease_until bigint not null default 0;
  `,
}
