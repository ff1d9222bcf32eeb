import type { SqlMigration } from './sql-migration.ts'

/** Who people are at the service where they sign in in place of here, and sign-ins by it that wait for their second step. */
export const signInIdentities: SqlMigration = {
  name: '0063-sign-in-identities',
  up: `
    create table sign_in_identities (
      id           identity,
      uuid         text not null unique,
      user_id      bigint not null references users (id) on delete cascade,
      issuer       text not null,
      subject      text not null,
      email        text,
      created_at   bigint not null,
      last_used_at bigint,
      unique (issuer, subject)
    );
    create index sign_in_identities_user on sign_in_identities (user_id);

    alter table login_challenges add column identity_id bigint references sign_in_identities (id) on delete cascade;
    create index login_challenges_identity on login_challenges (identity_id);
  `,
}
