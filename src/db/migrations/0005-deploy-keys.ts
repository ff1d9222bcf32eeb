import type { SqlMigration } from './sql-migration.ts'

export const deployKeys: SqlMigration = {
  name: '0005-deploy-keys',
  up: `
    create table deploy_keys (
      id           identity,
      uuid         text not null unique,
      repo_id      bigint not null references repos (id) on delete cascade,
      title        text not null,
      key_type     text not null,
      public_key   text not null,
      fingerprint  text not null unique,
      read_only    smallint not null,
      created_at   bigint not null,
      last_used_at bigint
    );
    create index deploy_keys_repo on deploy_keys (repo_id);

    create table key_claims (
      fingerprint   text primary key,
      ssh_key_id    bigint unique references ssh_keys (id) on delete cascade,
      deploy_key_id bigint unique references deploy_keys (id) on delete cascade
    );
    insert into key_claims (fingerprint, ssh_key_id) select fingerprint, id from ssh_keys;
  `,
}
