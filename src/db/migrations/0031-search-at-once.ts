import type { SqlMigration } from './sql-migration.ts'

/**
 * New words go to their place in the index at once. PostgreSQL would put them on a list beside it, which every search
 * has to go through, until that is 4 MB long and somebody's write has to wait until all of it was sorted in.
 */
export const searchAtOnce: SqlMigration = {
  name: '0031-search-at-once',
  up: '',
  after: {
    sqlite: [],
    postgres: [
      'alter index thread_search_words set (fastupdate = off)',
      "select gin_clean_pending_list('thread_search_words')",
    ],
  },
}
