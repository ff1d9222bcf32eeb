import type { SqlMigration } from './sql-migration.ts'

export const repositories: SqlMigration = {
  name: '0003-repositories',
  up: `
    create table repos (
      id             identity,
      uuid           text not null unique,
      owner_id       bigint not null references owners (id) on delete cascade,
      slug           text not null,
      slug_key       text not null,
      description    text not null,
      is_public      smallint not null,
      is_empty       smallint not null,
      is_archived    smallint not null,
      default_branch text not null,
      fork_of        bigint references repos (id) on delete set null,
      stars_count    integer not null,
      forks_count    integer not null,
      size_bytes     bigint not null,
      created_at     bigint not null,
      updated_at     bigint not null,
      pushed_at      bigint,
      unique (owner_id, slug_key)
    );
    create index repos_updated on repos (updated_at);
    create index repos_fork_of on repos (fork_of);

    create table repo_redirects (
      owner_id bigint not null references owners (id) on delete cascade,
      slug_key text not null,
      repo_id  bigint not null references repos (id) on delete cascade,
      primary key (owner_id, slug_key)
    );

    create table repo_grants (
      id         identity,
      repo_id    bigint not null references repos (id) on delete cascade,
      grantee_id bigint not null references owners (id) on delete cascade,
      role       text not null,
      created_at bigint not null,
      unique (repo_id, grantee_id)
    );
    create index repo_grants_grantee on repo_grants (grantee_id);

    create table stars (
      repo_id    bigint not null references repos (id) on delete cascade,
      user_id    bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      primary key (repo_id, user_id)
    );
    create index stars_user on stars (user_id);

    create table refs (
      repo_id    bigint not null references repos (id) on delete cascade,
      name       text not null,
      sha        text not null,
      peeled     text not null,
      updated_at bigint not null,
      primary key (repo_id, name)
    );

    create table push_journal (
      id         identity,
      uuid       text not null unique,
      repo_id    bigint not null references repos (id) on delete cascade,
      pusher_id  bigint,
      origin     text not null,
      changes    text not null,
      created_at bigint not null
    );
    create index push_journal_repo on push_journal (repo_id);
  `,
}
