import type { SqlMigration } from './sql-migration.ts'

/** What stands at a commit is asked for by every fetch and every list of commits: not by going through all refs. */
export const refsByCommit: SqlMigration = {
  name: '0046-refs-by-commit',
  up: `
    create index refs_peeled on refs (repo_id, peeled);
  `,
}
