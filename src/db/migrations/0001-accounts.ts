import type { SqlMigration } from './sql-migration.ts'

export const accounts: SqlMigration = {
  name: '0001-accounts',
  up: `
    create table owners (
      id         identity,
      uuid       text not null unique,
      kind       text not null,
      name       text not null,
      name_key   text not null unique,
      created_at bigint not null
    );

    create table users (
      id             bigint primary key references owners (id) on delete cascade,
      full_name      text not null,
      email          text not null,
      email_key      text not null unique,
      email_verified smallint not null,
      password_hash  text not null,
      is_admin       smallint not null,
      disabled_at    bigint,
      last_seen_at   bigint
    );

    create table sessions (
      id           identity,
      uuid         text not null unique,
      user_id      bigint not null references users (id) on delete cascade,
      created_at   bigint not null,
      last_seen_at bigint not null,
      expires_at   bigint not null,
      ended_at     bigint,
      ip           text,
      user_agent   text
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    create table refresh_tokens (
      id         identity,
      session_id bigint not null references sessions (id) on delete cascade,
      token_hash text not null unique,
      expires_at bigint not null,
      used_at    bigint
    );
    create index refresh_tokens_session on refresh_tokens (session_id);

    create table login_challenges (
      id         identity,
      user_id    bigint not null references users (id) on delete cascade,
      token_hash text not null unique,
      expires_at bigint not null,
      tries_left integer not null
    );
    create index login_challenges_user on login_challenges (user_id);

    create table two_factor (
      user_id       bigint primary key references users (id) on delete cascade,
      secret_sealed text not null,
      enabled_at    bigint,
      last_step     bigint not null
    );

    create table recovery_codes (
      id        identity,
      user_id   bigint not null references users (id) on delete cascade,
      code_hash text not null,
      unique (user_id, code_hash)
    );

    create table mail_tokens (
      id         identity,
      user_id    bigint not null references users (id) on delete cascade,
      purpose    text not null,
      token_hash text not null unique,
      email      text not null,
      expires_at bigint not null
    );
    create index mail_tokens_user on mail_tokens (user_id, purpose);

    create table access_tokens (
      id           identity,
      uuid         text not null unique,
      user_id      bigint not null references users (id) on delete cascade,
      name         text not null,
      token_hash   text not null unique,
      scopes       text not null,
      created_at   bigint not null,
      expires_at   bigint not null,
      last_used_at bigint
    );
    create index access_tokens_user on access_tokens (user_id);

    create table ssh_keys (
      id           identity,
      uuid         text not null unique,
      user_id      bigint not null references users (id) on delete cascade,
      title        text not null,
      key_type     text not null,
      public_key   text not null,
      fingerprint  text not null unique,
      created_at   bigint not null,
      last_used_at bigint
    );
    create index ssh_keys_user on ssh_keys (user_id);

    create table notification_preferences (
      user_id bigint not null references users (id) on delete cascade,
      type    text not null,
      email   smallint not null,
      primary key (user_id, type)
    );
  `,
}
