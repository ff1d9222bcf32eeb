import type { SqlMigration } from './sql-migration.ts'

/** What people sign in with in place of a password, and the challenges that were answered: each is good for one answer. */
export const passkeys: SqlMigration = {
  name: '0057-passkeys',
  up: `
    create table passkeys (
      id            identity,
      uuid          text not null unique,
      user_id       bigint not null references users (id) on delete cascade,
      name          text not null,
      credential_id text not null unique,
      public_key    text not null,
      counter       bigint not null,
      transports    text not null,
      is_synced     smallint not null,
      created_at    bigint not null,
      last_used_at  bigint
    );
    create index passkeys_user on passkeys (user_id);

    create table used_challenges (
      id             identity,
      challenge_hash text not null unique,
      expires_at     bigint not null
    );
  `,
}
