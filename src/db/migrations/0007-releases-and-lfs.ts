import type { SqlMigration } from './sql-migration.ts'

export const releasesAndLfs: SqlMigration = {
  name: '0007-releases-and-lfs',
  up: `
    create table blobs (
      id         identity,
      sha256     text not null unique,
      file       text not null unique,
      size       bigint not null,
      created_at bigint not null,
      touched_at bigint not null
    );
    create index blobs_touched on blobs (touched_at);

    create table releases (
      id            identity,
      uuid          text not null unique,
      repo_id       bigint not null references repos (id) on delete cascade,
      tag_name      text not null,
      name          text not null,
      body          text not null,
      is_draft      smallint not null,
      is_prerelease smallint not null,
      author_id     bigint references users (id) on delete set null,
      created_at    bigint not null,
      updated_at    bigint not null,
      published_at  bigint,
      unique (repo_id, tag_name)
    );
    create index releases_author on releases (author_id);

    create table release_assets (
      id             identity,
      uuid           text not null unique,
      release_id     bigint not null references releases (id) on delete cascade,
      blob_id        bigint not null references blobs (id),
      name           text not null,
      content_type   text not null,
      download_count bigint not null,
      created_at     bigint not null,
      unique (release_id, name)
    );
    create index release_assets_blob on release_assets (blob_id);

    create table lfs_objects (
      repo_id    bigint not null references repos (id) on delete cascade,
      oid        text not null,
      blob_id    bigint not null references blobs (id),
      created_at bigint not null,
      primary key (repo_id, oid)
    );
    create index lfs_objects_blob on lfs_objects (blob_id);

    create table lfs_locks (
      id         identity,
      uuid       text not null unique,
      repo_id    bigint not null references repos (id) on delete cascade,
      path       text not null,
      owner_id   bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      unique (repo_id, path)
    );
    create index lfs_locks_owner on lfs_locks (owner_id);
  `,
}
