import type { SqlMigration } from './sql-migration.ts'

/** Teams, who belongs to them, and names that owners had: they lead on, and nobody else can take them. */
export const teams: SqlMigration = {
  name: '0010-teams',
  up: `
    alter table owners add column directory text not null default '';
    update owners set directory = name;

    create table owner_redirects (
      name_key text primary key,
      owner_id bigint not null references owners (id) on delete cascade
    );
    create index owner_redirects_owner on owner_redirects (owner_id);

    create table teams (
      id          bigint primary key references owners (id) on delete cascade,
      title       text not null,
      description text not null
    );

    create table team_members (
      team_id    bigint not null references teams (id) on delete cascade,
      user_id    bigint not null references users (id) on delete cascade,
      role       text not null,
      created_at bigint not null,
      primary key (team_id, user_id)
    );
    create index team_members_user on team_members (user_id);
  `,
}
