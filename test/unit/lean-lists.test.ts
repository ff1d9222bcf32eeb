import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { knownMigrations, migrateAsFarAs } from '../../src/db/migrate.ts'
import type { Schema } from '../../src/db/schema.ts'

const before = new Set(knownMigrations.filter((name) => name < '0033'))
/** From then on what new threads are looked for by is added beside them, which test/api/bare-threads-before.test.ts looks at. */
const followed = new Set(knownMigrations.filter((name) => name < '0069'))
const lean = new Set(knownMigrations.filter((name) => name <= '0033-lean-lists'))

it('threads that were there before are found and counted as they were, and new ones like them', async () => {
  const database = new Database(':memory:')
  const admin = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  await migrateAsFarAs(admin, 'sqlite', before)
  const all = (table: string): readonly unknown[] =>
    database.prepare(`select * from ${table} order by 1, 2, 3, 4, 5, 6`).all()
  const add = (number: number): void => {
    database.exec(`
      insert into threads (uuid, repo_id, number, kind, state, title, body, author_id, is_locked, comment_count, created_at, updated_at)
        values ('${number}', 7, ${number}, 'issue', 'open', 'It rings', '', 3, 0, 0, 0, 0)
    `)
  }
  // Whom the rows refer to is of no interest here, but for the repository, which has to be there.
  database.pragma('foreign_keys = off')
  const needed = database
    .prepare<[], string>('select name from pragma_table_info(\'repos\') where "notnull"')
    .pluck()
    .all()
  database.exec(`insert into repos (id, ${needed.join(', ')}) values (7, ${needed.map(() => 0).join(', ')})`)
  for (const number of [1, 2, 3]) add(number)
  database.exec(`insert into thread_labels (thread_id, label_id) values (1, 5)`)
  database.exec(`update threads set state = 'closed' where number = 3`)
  const [facets, counts] = [all('thread_facets'), all('facet_counts')]
  expect(facets).toHaveLength(12)

  await migrateAsFarAs(admin, 'sqlite', lean)
  expect(all('thread_facets')).toEqual(facets)
  expect(all('facet_counts')).toEqual(counts)

  await migrateAsFarAs(admin, 'sqlite', followed)
  add(4)
  database.exec(`update threads set state = 'closed' where number = 4`)
  const of = (number: number): unknown =>
    database.prepare('select facet, value, state from thread_facets where thread_id = ?').all(number)
  expect(of(4)).toEqual(of(3))
  const closed = database.prepare(
    "select count from facet_counts where facet = 'bare' and value = 7 and state = 'closed'",
  )
  expect(closed.pluck().all()).toEqual([2])
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
})
