import type { SqlMigration } from './sql-migration.ts'

/** How far the pipeline that left an artifact was trusted. Null for what is older: no run of a protected branch takes that up. */
export const artifactRealms: SqlMigration = {
  name: '0049-artifact-realms',
  up: 'alter table pipeline_artifacts add column realm text',
}
