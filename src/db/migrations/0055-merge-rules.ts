import type { SqlMigration } from './sql-migration.ts'

/** What a protected branch can ask for besides approvals and checks. Nobody asked for it before. */
export const mergeRules: SqlMigration = {
  name: '0055-merge-rules',
  up: `
    alter table branch_protections add column require_resolved_conversations smallint not null default 0;
    alter table branch_protections add column require_up_to_date smallint not null default 0;
    alter table branch_protections add column require_code_owner_approval smallint not null default 0;
    alter table branch_protections add column require_last_push_approval smallint not null default 0;
  `,
}
