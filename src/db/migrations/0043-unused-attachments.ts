import type { SqlMigration } from './sql-migration.ts'

/** Attachments that were there before are kept: nobody has looked whether a text names them. */
export const unusedAttachments: SqlMigration = {
  name: '0043-unused-attachments',
  up: `
    alter table attachments add column unused_since bigint;
    create index attachments_unused on attachments (repo_id, unused_since) where unused_since is not null;
    create index reviews_touched on reviews (updated_at);

    alter table pull_versions add column brought_at bigint;

    create table guest_room (
      id            identity,
      repo_id       bigint not null references repos (id) on delete cascade,
      user_id       bigint references users (id) on delete set null,
      attachment_id bigint references attachments (id) on delete cascade,
      thread_id     bigint references threads (id) on delete cascade,
      size          bigint not null,
      created_at    bigint not null
    );
    create index guest_room_repo on guest_room (repo_id, created_at);
    create index guest_room_user on guest_room (user_id);
    create index guest_room_attachment on guest_room (attachment_id);
    create index guest_room_thread on guest_room (thread_id);
    create index guest_room_age on guest_room (created_at);
  `,
}
