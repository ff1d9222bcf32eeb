import type { SqlMigration } from './sql-migration.ts'

// Nobody (0) is not looked for by this, and every thread begins with nobody assigned.
const people = "(facet = 'author' or facet = 'assignee' or facet = 'mention') and value <> 0"

/** What concerns somebody in all repositories, in the order of lists, and how much of it there is. */
export const myThreads: SqlMigration = {
  name: '0040-my-threads',
  up: `
    create index thread_facets_mine on thread_facets (value, facet, kind, state, thread_id, repo_id) where ${people};
    create index facet_counts_mine on facet_counts (value, facet, kind, state, repo_id) where ${people};
  `,
}
