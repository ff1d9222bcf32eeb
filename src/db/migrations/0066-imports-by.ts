import type { SqlMigration } from './sql-migration.ts'

/** Whose imports those were that have ended is asked with every account that goes: it looked through all of them. */
export const importsBy: SqlMigration = {
  name: '0066-imports-by',
  up: `
    create index imports_by on imports (started_by);
  `,
}
