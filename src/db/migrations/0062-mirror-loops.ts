import type { SqlMigration } from './sql-migration.ts'

/** What was sent to a copy lately, to see whether it comes back; and below which folder of its host a GitLab is. */
export const mirrorLoops: SqlMigration = {
  name: '0062-mirror-loops',
  up: `
    alter table push_mirrors add column sent_prints text;
    alter table push_mirrors add column repeats integer not null default 0;
    alter table tracker_imports add column folder text not null default '';
  `,
}
