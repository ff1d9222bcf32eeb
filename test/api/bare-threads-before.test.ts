// What threads were looked for by before migration 0065 wrote in one row what they lack, and 0068 left authors where they are.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import { knownMigrations, migrate, migrateAsFarAs } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Schema } from '../../src/db/schema.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { addFacets } from '../../src/features/threads/add-facets.ts'
import { newDatabase, quiet } from '../support/database.ts'
import { removeFolder } from '../support/temporary-folder.ts'

const before = new Set(knownMigrations.filter((name) => name < '0065'))

/** Whatever a row has to have and nobody asks about is nothing, or its own name. */
async function add(admin: Kysely<Schema>, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = (await admin.introspection.getTables()).find(({ name }) => name === table)?.columns ?? []
  const needed = columns.filter((one) => !one.isNullable && !one.hasDefaultValue && !one.isAutoIncrementing)
  const rest = needed
    .filter(({ name }) => !(name in row) && name !== 'id')
    .map(({ name, dataType }) => [name, /int/i.test(dataType) ? 0 : `${name} ${JSON.stringify(row)}`])
  const whole = { ...Object.fromEntries(rest), ...row }
  const names = sql.join(Object.keys(whole).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(whole))})`.execute(admin)
}

it('threads that were there before are found by what they lack like those that come', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stithy-before-'))
  const { DATABASE_URL: url } = await newDatabase()
  const parts = { clock: { now: () => Date.now() }, log: quiet, passing: nothingHappens }
  const { db, admin } = openDatabase(url === undefined ? null : new URL(url), folder, parts)
  await migrateAsFarAs(admin, db.dialect, before)
  await add(admin, 'owners', { id: 1, name: 'ada', name_key: 'ada', kind: 'user' })
  await add(admin, 'users', { id: 1 })
  await add(admin, 'repos', { id: 1, owner_id: 1, slug: 'work', slug_key: 'work' })
  await add(admin, 'labels', { id: 1, repo_id: 1, name: 'bug', name_key: 'bug' })
  await add(admin, 'milestones', { id: 1, repo_id: 1, title: 'First' })
  const added = { repoId: 1, kind: 'issue', state: 'open', authorId: 1, milestoneId: null } as const
  const addSix = async (first: number, isNow: boolean): Promise<void> => {
    const common = { repo_id: 1, author_id: 1, kind: 'issue', state: 'open' }
    for (let id = first; id < first + 6; id++) {
      await add(admin, 'threads', { ...common, id, number: id, uuid: `${id}` })
      if (isNow) await inTransaction({ db }, (tx) => addFacets(tx, { ...added, id }))
    }
    for (const at of [0, 3]) await add(admin, 'thread_labels', { thread_id: first + at, label_id: 1 })
    for (const at of [0, 2]) await add(admin, 'thread_assignees', { thread_id: first + at, user_id: 1 })
    for (const at of [0, 4]) await sql`update threads set milestone_id = 1 where id = ${first + at}`.execute(admin)
    await sql`update threads set state = 'closed' where id = ${first + 5}`.execute(admin)
  }
  await addSix(1, false)
  expect(await migrate(admin, db.dialect)).toContain('0065-bare-threads')
  const facetsFrom = async (first: number): Promise<readonly unknown[]> =>
    db
      .selectFrom('thread_facets')
      .select((eb) => ['facet', 'value', 'state', eb('thread_id', '-', first).as('at')])
      .where('thread_id', '>=', first)
      .where('thread_id', '<', first + 6)
      .orderBy('at')
      .orderBy('facet')
      .orderBy('value')
      .execute()
  await addSix(7, true)
  const mine = await facetsFrom(1)
  expect(mine).toEqual(await facetsFrom(7))
  expect(mine.filter((one) => (one as { facet: string }).facet === 'bare')).toMatchObject(
    [0, 7, 5, 6, 3, 7].map((value) => ({ value })),
  )
  const counts = db.selectFrom('facet_counts').select(['value', 'state', 'count']).where('facet', '=', 'bare')
  const [both, closed] = [
    { state: 'open', count: 2 },
    { state: 'closed', count: 2 },
  ]
  expect((await counts.orderBy('value').orderBy('state').execute()).filter(({ count }) => count !== 0)).toEqual([
    { value: 0, ...both },
    { value: 3, ...both },
    { value: 5, ...both },
    { value: 6, ...both },
    { value: 7, ...closed },
    { value: 7, ...both },
  ])
  const byAda = db.selectFrom('facet_counts').select(['state', 'count']).where('facet', '=', 'author')
  const theirs = async () =>
    Object.fromEntries((await byAda.where('value', '=', 1).execute()).map(({ state, count }) => [state, Number(count)]))
  expect(await theirs()).toEqual({ open: 10, closed: 2 })
  // One goes, one is nobody's any more, one is closed and nobody's at once, one is opened again.
  await sql`delete from threads where id = 1`.execute(admin)
  await sql`update threads set author_id = null where id = 2`.execute(admin)
  await sql`update threads set author_id = null, state = 'closed' where id = 8`.execute(admin)
  await sql`update threads set state = 'open' where id = 12`.execute(admin)
  expect(await theirs()).toEqual({ open: 8, closed: 1 })
  await db.close()
  await removeFolder(folder)
})
