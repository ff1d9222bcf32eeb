// A database that goes away for a moment, as in a failover: whoever was being served hears an error, and that is all.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { emailOf, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { query, select } from './database.ts'
import { wireTo } from './silent-wire.ts'
import { mailsIn, newPlace, onPostgres, type Place, ready, run, serve, start, succeed } from './stithy-process.ts'

const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

it.runIf(onPostgres)('connections that break in the middle of requests end none but these requests', async () => {
  const place = await newPlace({ RATE_LIMIT_ENABLED: 'false' })
  const serving = await serve(place)
  const client = serving.client()
  await client.post('auth/register', { username: 'ada', password, email: emailOf('ada') })
  const { body } = await client.post('auth/login', { username: 'ada', password })
  const ada = client.as(body.access_token)
  await ada.post('user/repos', { slug: 'anvil' })
  const before = Date.now()
  const statuses = new Set<number>()
  const acknowledged: number[] = []
  const ask = async (at: number): Promise<void> => {
    while (Date.now() - before < 4000) {
      const answer: Answer = await (at % 2 === 0
        ? ada.get('repos/ada/anvil/issues')
        : ada.post('repos/ada/anvil/issues', { title: 'Rings' }))
      statuses.add(answer.status)
      if (answer.status === 201) acknowledged.push(Number(answer.body['number']))
    }
  }
  const breaking = async (): Promise<void> => {
    for (let count = 0; count < 8; count++) {
      await sleep(400)
      await query(place, endAll)
    }
  }
  await Promise.all([breaking(), ...Array.from({ length: 8 }, (_, at) => ask(at))])
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  await eventually(async () => expect((await client.get('/healthz')).status).toBe(200), 10_000)
  const there = await ada.get(`repos/ada/anvil/issues?per_page=1&state=all`)
  expect(there.status).toBe(200)
  expect(Number(there.body['total'])).toBeGreaterThanOrEqual(acknowledged.length)
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  await serving.stop()
})

it.runIf(onPostgres)(
  'a worker whose connections break goes on with what comes next',
  async () => {
    const place = await newPlace()
    await succeed(['migrate'], place.env)
    const worker = start(['worker'], place.env)
    await ready(worker)
    const register = (name: string) =>
      succeed(['admin', 'create-user', name, emailOf(name), '--password', password], place.env)
    const names = ['ada', 'bo', 'cy']
    for (const name of names) {
      await query(place, endAll)
      await register(name)
    }
    const told = async () => (await mailsIn(place)).map((mail) => mail.to).toSorted()
    await eventually(async () => expect(await told()).toEqual(names.map(emailOf)), 45_000)
    worker.signal('SIGTERM')
    expect(await worker.exit).toMatchObject({ code: 0, signal: null })
  },
  90_000,
)

it.runIf(onPostgres)(
  'connections that nobody speaks on are asked for a sign of life, soon and not after hours',
  async () => {
    const place = await newPlace()
    const serving = await serve(place)
    await eventually(async () => {
      // It may be ready a moment before it listens.
      const rows = await select(
        place,
        "select client_port from pg_stat_activity where datname = current_database() and application_name = 'stithy listener'",
      )
      const port = Number(rows[0]?.['client_port'])
      const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
      const all = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')))
      const lines = all.flatMap((text) => text.split('\n')).map((line) => line.trim().split(/\s+/))
      const [kind, when] = lines.find(([, local]) => local?.endsWith(hex))?.[5]?.split(':') ?? []
      // The system's own count of what it waits for: 2 is a sign of life, in hundredths of a second.
      expect(kind).toBe('02')
      expect(Number.parseInt(when ?? '', 16)).toBeLessThan(20_00)
    })
    await serving.stop()
  },
)

/** A service that reaches its database by a wire which can be cut, with somebody and a repository in it. */
async function serveByWire(settings: Readonly<Record<string, string>> = {}) {
  const direct = await newPlace(settings)
  const wire = await wireTo(direct.env['DATABASE_URL'] ?? '')
  const place = { ...direct, env: { ...direct.env, DATABASE_URL: wire.url } }
  const serving = await serve(place)
  const client = serving.client()
  await client.post('auth/register', { username: 'ada', password, email: emailOf('ada') })
  const { body } = await client.post('auth/login', { username: 'ada', password })
  const ada = client.as(body.access_token)
  await ada.post('user/repos', { slug: 'anvil' })
  return { direct, wire, serving, client, ada }
}

// At the same time: they mostly wait.
describe.runIf(onPostgres)('a machine that vanishes without a word', { concurrent: true }, () => {
  it('keeps nobody waiting, is told of by the health check, and all goes on when it is back', async () => {
    const { direct, wire, serving, client, ada } = await serveByWire({ METRICS_TOKEN: 'a-token-for-metrics' })
    // Other tests' services listen on the same server, each to a database of its own.
    const listening = () =>
      select(
        direct,
        `select pid from pg_stat_activity
          where datname = current_database() and application_name = 'stithy listener' and state = 'idle'`,
      )
    const [before] = await eventually(async () => {
      const rows = await listening()
      expect(rows).toHaveLength(1)
      return rows
    })

    wire.cut()
    // More of them than there are connections.
    const asked = Array.from({ length: 24 }, () => ada.get('repos/ada/anvil/issues'))
    const ill = await client.get('/healthz')
    expect([ill.status, ill.body]).toEqual([503, { status: 'unhealthy', reason: 'the database cannot be reached' }])
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([503]))
    expect(serving.stdout()).toContain('the database does not answer')
    // Whoever looks what is the matter sees the process all the same.
    const { status, text } = await client.as('a-token-for-metrics').get('/metrics')
    expect([status, text]).toEqual([200, expect.stringMatching(/^stithy_database_up 0$/m)])
    expect(text).not.toMatch(/^stithy_jobs\{/m)

    wire.mend()
    await eventually(async () => expect((await client.get('/healthz')).status).toBe(200), 30_000)
    expect((await ada.post('repos/ada/anvil/issues', { title: 'Rings' })).status).toBe(201)
    // What others tell is heard again, too, by a connection of which the old one knows nothing.
    await eventually(
      async () => expect((await listening()).some(({ pid }) => pid !== before?.['pid'])).toBe(true),
      45_000,
    )
    await serving.stop()
    wire.close()
  })

  it('is noticed where new connections go to another machine, and a question that takes long is let be', async () => {
    const { direct, wire, serving, ada } = await serveByWire()

    // Whoever holds the table makes everybody wait for longer than the patience with those who say nothing.
    const holding = query(direct, 'begin; lock table threads; select pg_sleep(9); commit')
    await eventually(async () =>
      expect(
        await select(
          direct,
          `select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'threads'::regclass
            and database = (select oid from pg_database where datname = current_database())`,
        ),
      ).not.toEqual([]),
    )
    expect((await ada.post('repos/ada/anvil/issues', { title: 'Rings' })).status).toBe(201)
    await holding

    wire.cut()
    wire.mend()
    // On connections that are kept from before, of which nobody at the other end knows.
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await ada.get('user')).status))
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
    expect((await ada.get('user')).status).toBe(200)
    const asked = performance.now()
    await serving.stop()
    expect(performance.now() - asked).toBeLessThan(30_000)
    wire.close()
  })

  it('at a start is told of', async () => {
    const place = await newPlace()
    const wire = await wireTo(place.env['DATABASE_URL'] ?? '')
    wire.cut()
    const { code, stderr } = await run(['serve'], { ...place.env, DATABASE_URL: wire.url })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^stithy: PostgreSQL at .* cannot be used: it does not answer/),
    ])
    wire.close()
  })
})

describe.runIf(onPostgres)('a database that only reads, as a standby does', () => {
  const onlyRead = async (place: Place): Promise<void> => {
    const name = new URL(place.env['DATABASE_URL'] ?? '').pathname.slice(1)
    await query(place, `alter database ${name} set default_transaction_read_only = on`)
    await query(place, endAll)
  }

  it('is told of by the health check, and to whoever wants to write', async () => {
    const place = await newPlace()
    const serving = await serve(place)
    const client = serving.client()
    await onlyRead(place)
    await eventually(async () => {
      const { status, body } = await client.get('/healthz')
      expect([status, body]).toEqual([503, { status: 'unhealthy', reason: 'the database takes no writes' }])
    }, 10_000)
    const refused = await client.post('auth/register', { username: 'ada', password, email: emailOf('ada') })
    expect(refused.status).toBe(503)
    await serving.stop()
  })

  it('is no place to begin in', async () => {
    const place = await newPlace()
    await onlyRead(place)
    const { code, stderr } = await run(['serve'], place.env)
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be used: it only reads, as a standby does')])
  })
})
