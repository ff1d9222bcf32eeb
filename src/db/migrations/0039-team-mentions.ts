import type { SqlMigration } from './sql-migration.ts'

export const teamMentions: SqlMigration = {
  name: '0039-team-mentions',
  up: `
    create table team_mentions (
      target_key text not null,
      team_id    bigint not null references teams (id) on delete cascade,
      thread_id  bigint not null references threads (id) on delete cascade,
      actor_id   bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      primary key (target_key, team_id)
    );
    create index team_mentions_team on team_mentions (team_id);
    create index team_mentions_thread on team_mentions (thread_id);
    create index team_mentions_actor on team_mentions (actor_id, created_at)
  `,
}
