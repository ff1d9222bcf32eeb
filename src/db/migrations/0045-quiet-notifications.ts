import type { SqlMigration } from './sql-migration.ts'

/** People choose what comes to their inbox, not only what comes by mail. */
export const quietNotifications: SqlMigration = {
  name: '0045-quiet-notifications',
  up: `
    alter table notification_preferences add column inbox smallint not null default 1;
  `,
}
