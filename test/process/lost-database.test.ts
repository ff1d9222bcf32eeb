// A database that goes away for a moment, as in a failover: whoever was being served hears an error, and that is all.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { emailOf, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { query, select } from './database.ts'
import { mailsIn, newPlace, onPostgres, ready, serve, start, succeed } from './stithy-process.ts'

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
