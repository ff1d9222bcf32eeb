// What administrators see of the last month: on both databases, however much was there before.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { day, hour } from '../../src/core/clock.ts'
import { firstIdSince } from '../../src/db/first-id-since.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let api: Client
const issues = 'repos/ada/work/issues'
const days = 30

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'work')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

const firstDay = (): number => (Math.floor(stithy.app.clock.now() / day) - days + 1) * day

async function told(title: string): Promise<number> {
  const { text } = await stithy.client().get('/admin', { cookie: ada.cookie })
  return Number(new RegExp(`>${title}<[^]*?([\\d,]+) in 30 days`).exec(text)?.[1]?.replaceAll(',', ''))
}

const toldTalk = (): Promise<number> => told('Issues, pull requests and comments')

/** As many as the database has, asked for otherwise. */
async function talk(): Promise<number> {
  const since = firstDay()
  const count = async (table: 'comments' | 'threads'): Promise<number> => {
    const all = stithy.app.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
    return Number((await all.where('created_at', '>=', since).executeTakeFirstOrThrow()).count)
  }
  return (await count('threads')) + (await count('comments'))
}

interface Many {
  readonly count: number
  readonly firstNumber: number
  readonly from: number
  readonly to: number
  readonly elsewhere: string | null
}

/** Rows are gone through by their ids, so many at once: with gaps, as deletions leave them, a few rows have many ids. */
const gap = 20

/** One after the other, at times that are equally far apart. */
async function addThreads({ count, firstNumber, from, to, elsewhere }: Many): Promise<void> {
  const at = sql`${sql.lit(from)} + cast(n as bigint) * ${sql.lit(Math.floor((to - from) / count))}`
  const number = sql`${sql.lit(firstNumber)} + n`
  const last = stithy.app.db.selectFrom('threads').select((eb) => eb.fn.max('id').as('id'))
  const id = sql`${sql.lit(Number((await last.executeTakeFirst())?.id ?? 0) + 1)} + ${sql.lit(gap)} * n`
  await inTransaction(stithy.app, async (tx) => {
    await sql`with recursive counted (n) as (select 0 union all select n + 1 from counted where n < ${sql.lit(count - 1)})
      insert into threads (id, uuid, repo_id, number, kind, state, title, body, author_elsewhere, is_locked, comment_count,
        created_at, updated_at)
      select ${id}, 'made-' || (${number}), repos.id, ${number}, 'issue', 'open', 'Rings', '', ${elsewhere}, 0, 0, ${at}, ${at}
      from repos cross join counted`.execute(tx)
    // As if the database itself had given them.
    if (onPostgres) await sql`select setval(pg_get_serial_sequence('threads', 'id'), max(id)) from threads`.execute(tx)
  })
}

it('all that was written is counted, and nothing that came earlier, also where an import brought what is old', async () => {
  const now = stithy.app.clock.now()
  await addThreads({ count: 40_000 / gap, firstNumber: 1000, from: now - 60 * day, to: now - day, elsewhere: null })
  await api.post(issues, { title: 'Before the import' })
  await addThreads({
    count: 25_000 / gap,
    firstNumber: 100_000,
    from: now - 400 * day,
    to: now - 10 * day,
    elsewhere: 'cy',
  })
  await api.post(issues, { title: 'Behind the import' })
  const expected = await talk()
  expect(expected).toBeGreaterThan(15_000 / gap)
  const seen = await Promise.all([toldTalk(), toldTalk()])
  expect(seen).toEqual([expected, expected])
})

it('what is new is there at once, and what was deleted is gone after an hour', async () => {
  const before = await toldTalk()
  const { body } = await api.post(issues, { title: 'Bellows leak' })
  await api.post(`${issues}/${Number(body['number'])}/comments`, { body: 'They do' })
  expect(await toldTalk()).toBe(before + 2)
  expect((await api.send('DELETE', `${issues}/${Number(body['number'])}`)).status).toBe(204)
  stithy.advance(hour)
  expect(await toldTalk()).toBe(await talk())
})

it('another day is another month', async () => {
  stithy.advance(3 * day)
  expect(await toldTalk()).toBe(await talk())
})

it('of events no more than an hour of what was before is gone through', async () => {
  const { app } = stithy
  const start = firstDay()
  const now = app.clock.now()
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('audit').execute()
    const entry = { event: 'LOGIN_FAILED', origin: 'web' as const, metadata: '{}', prev_hash: '', hash: '' }
    // Four a day for a hundred days, some of which are missing.
    const times = Array.from({ length: 400 }, (_one, at) => now - (399 - at) * (day / 4))
    const rows = times.map((at) => ({ ...entry, uuid: randomUUID(), created_at: at }))
    for (const row of rows) await tx.insertInto('audit').values(row).execute()
    await sql`delete from audit where id % 7 = 0`.execute(tx)
  })
  const expected = await app.db.selectFrom('audit').select('id').where('created_at', '>=', start).execute()
  expect(await told('Failed sign-ins')).toBe(expected.length)
  const first = await firstIdSince(app.db, 'audit', start)
  const older = app.db.selectFrom('audit').select('id').where('id', '>=', first).where('created_at', '<', start)
  expect((await older.execute()).length).toBeLessThanOrEqual(1)
  expect(await firstIdSince(app.db, 'audit', 0)).toBeLessThanOrEqual(expected[0]?.id ?? 0)
  expect(await firstIdSince(app.db, 'pipelines', start)).toBe(1)
})
