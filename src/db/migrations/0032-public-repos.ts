import type { SqlMigration } from './sql-migration.ts'

/**
 * Public repositories, last touched first: read in this order, and counted, without looking at the rows. And who goes
 * through all former names whenever a repository is deleted does so no more.
 */
export const publicRepos: SqlMigration = {
  name: '0032-public-repos',
  up: `
    create index repos_public on repos (is_public, updated_at, id);
    create index repo_redirects_repo on repo_redirects (repo_id);
  `,
}
