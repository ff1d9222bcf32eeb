import type { SqlMigration } from './sql-migration.ts'

/** What somebody owns, last touched first: without it everything that is public was looked through. */
export const ownedRepos: SqlMigration = {
  name: '0034-owned-repos',
  up: 'create index repos_owned on repos (owner_id, is_public, updated_at, id);',
}
