import type { SqlMigration } from './sql-migration.ts'

/** One row: by what the key is told from another that the rest was signed and sealed with. */
export const secretPrint: SqlMigration = {
  name: '0042-secret-print',
  up: `
    create table secret_prints (
      id    integer primary key,
      print text not null
    );
  `,
}
