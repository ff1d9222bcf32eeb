// What somebody hears whose pipeline has not begun.
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { minute } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { takePipelines } from '../../src/features/pipelines/lease.ts'
import { onPostgres } from '../support/database.ts'
import { newPerson } from '../support/people.ts'
import { oneJob, outputOf, pipelineOf } from '../support/pipelines.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
const usual = process.umask(0o077)
afterEach(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function start(settings: Readonly<Record<string, string>>) {
  process.umask(0o077)
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', ...settings })
  const client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
  await client.post('user/repos', { slug: 'shop', auto_init: true, is_public: true })
  const pageOf = async (id: string): Promise<string> =>
    (await stithy.client().get(`/ada/shop/ci/pipelines/${id}`)).text.replaceAll(/<[^>]+>/g, '')
  return { client, pageOf, repo: 'repos/ada/shop' }
}

it('says that it waits for its turn, with how many others', async () => {
  const { client, repo, pageOf } = await start({ CI_CONCURRENCY: '1' })
  const first = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('echo begun\nsleep 4318') })
  await eventually(async () => expect(await outputOf(client, repo, first.id)).toEqual(['begun']))
  const others = [await pipelineOf(client, repo, { a: '1' }), await pipelineOf(client, repo, { a: '2' })]
  for (const { id } of others) {
    expect(await pageOf(id)).toContain('It waits for its turn. 1 pipeline running, 1 more waiting.')
    expect(await pageOf(id)).not.toContain('still running')
  }
  expect(await pageOf(first.id)).not.toContain('waits for its turn')
  for (const { id } of [...others, first]) await client.post(`${repo}/ci/pipelines/${id}/cancel`)
  expect(await pageOf(others[0]?.id)).not.toContain('waits for its turn')
})

// On SQLite the service itself runs them.
it.runIf(onPostgres)('nobody takes it where no worker is', async () => {
  const { client, repo, pageOf } = await start({ CI_RUNNER_ENABLED: 'false' })
  const { id } = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('true') })
  expect(await pageOf(id)).not.toContain('Nobody takes it')
  stithy.advance(minute)
  expect(await pageOf(id)).toContain('Nobody takes it. No pipeline is running anywhere.')
})

// On SQLite nobody writes while another does.
it.runIf(onPostgres)('two of one branch do not begin at once when one is let run at that very moment', async () => {
  const { client, repo } = await start({ CI_RUNNER_ENABLED: 'false' })
  const { app } = stithy
  await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('true', 'serial: true\n') })
  await pipelineOf(client, repo, { a: '1' })
  const all = app.db.selectFrom('pipelines').select(['id', 'status']).orderBy('id')
  const [older, newer] = await all.execute()
  const become = (one: typeof older, status: 'blocked' | 'created' | 'pending') =>
    inTransaction(app, async (tx) => {
      await tx.updateTable('pipelines').set({ status }).where('id', '=', Number(one?.id)).execute()
    })
  await become(older, 'blocked')
  await become(newer, 'pending')
  // Whoever takes the newer one is held up before anybody sees it.
  await inTransaction(app, async (tx) => {
    await sql`create function hold_up() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4318); return new; end $$`.execute(tx)
    const when = `new.id = ${newer?.id} and new.status = 'running'`
    await sql
      .raw(`create trigger hold_up before update on pipelines for each row when (${when}) execute function hold_up()`)
      .execute(tx)
  })
  const take = () => takePipelines(app, { count: 1, except: [], lastBegun: new Map() })
  const waiting = (): Promise<number> =>
    inTransaction(app, async (tx) => {
      const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
      return Number(rows[0]?.count)
    })
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = inTransaction(app, async (tx) => {
    await sql`select pg_advisory_xact_lock(4318)`.execute(tx)
    held.resolve()
    await over.promise
  })
  await held.promise
  const first = take()
  await eventually(async () => expect(await waiting()).toBe(1))
  await become(older, 'created')
  const second = take()
  await Promise.race([second, eventually(async () => expect(await waiting()).toBe(2))])
  over.resolve()
  await holding
  const ids = (await Promise.all([first, second])).map((some) => some.map(({ id }) => id))
  expect(ids).toEqual([[newer?.id], []])
})
