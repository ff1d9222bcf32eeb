import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string
let receiver: Receiver
let folder: string
let slug: string
let count = 0

beforeAll(async () => {
  stithy = await startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1,255.255.255.255' })
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await git(folder, 'commit', '-q', '--allow-empty', '-m', 'Begin')
})
afterAll(() => stithy.stop())

beforeEach(async () => {
  receiver = await startReceiver()
  slug = `r${++count}`
  await as('B').post('user/repos', { slug })
})
afterEach(() => receiver.stop())

const as = (form: Form): Client => stithy.client(form).as(ada.access)
const hooks = () => `repos/ada/${slug}/hooks`

async function addHook(fields: object = {}): Promise<{ id: string; path: string }> {
  const added = await as('B').post(hooks(), { url: `${receiver.url}/in?x=1`, ...fields })
  expect(added.status, added.text).toBe(201)
  return { id: added.body.id, path: `${hooks()}/${added.body.id}` }
}

async function push(...refs: readonly string[]): Promise<void> {
  await git(folder, 'push', '-qf', addressOf(stithy, token, `ada/${slug}`), ...refs)
}

async function commit(message: string): Promise<string> {
  await git(folder, 'commit', '-q', '--allow-empty', '-m', message)
  return git(folder, 'rev-parse', 'HEAD')
}

/** Somebody on a port of their own who speaks as they like. */
async function listening(greet: (socket: Socket) => void): Promise<{ host: string; stop: () => void }> {
  const server = createServer((socket) => greet(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { host: `127.0.0.1:${port}`, stop: () => server.close() }
}

const got = (many: number) =>
  eventually(() => {
    expect(receiver.received).toHaveLength(many)
    return receiver.received
  })

/** Moves the clock and says that something may be due, as the commit of another event would. */
async function later(ms: number): Promise<void> {
  stithy.advance(ms)
  await inTransaction(stithy.app, (tx) => tx.notify('hooks'))
}

async function deliveries(path: string): Promise<readonly Record<string, unknown>[]> {
  return itemsOf((await as('B').get(`${path}/deliveries?per_page=100`)).body)
}

describe.each(forms)('a webhook, Form %s', (form) => {
  it('is added, shown, listed, changed and removed, and its secret never comes back', async () => {
    const url = `${receiver.url}/hook`
    const added = await as(form).post(hooks(), {
      url,
      secret: 'hush',
      events: ['ping', 'push', 'release'],
      branch_filter: 'main',
    })
    expect(added.status, added.text).toBe(201)
    expect(added.body).toEqual({
      id: anId[form],
      url,
      events: ['push', 'release', 'ping'],
      active: true,
      branch_filter: 'main',
      content_type: 'json',
      has_secret: true,
      failures: 0,
      created_at: aTime,
      updated_at: aTime,
      last_delivery: null,
    })
    const one = `${hooks()}/${added.body.id}`
    expect((await as(form).get(one)).body).toEqual(added.body)
    expect(itemsOf((await as(form).get(hooks())).body)).toEqual([added.body])
    const changed = await as(form).send('PATCH', one, { body: { active: false, content_type: 'form' } })
    expect(changed.body).toMatchObject({ active: false, content_type: 'form', has_secret: true, url })
    expect((await as(form).send('PATCH', one, { body: { secret: null } })).body).toMatchObject({ has_secret: false })
    expect((await as(form).send('DELETE', one)).status).toBe(204)
    expectFault(await as(form).get(one), form, 'missing', { codeOfA: 'WEBHOOK_NOT_FOUND' })
  })

  it.each([
    ['no URL', {}],
    ['another protocol', { url: 'ftp://example.org/' }],
    ['a file', { url: 'file:///etc/passwd' }],
    ['a password in the URL', { url: 'https://me:secret@example.org/' }],
    ['an unknown event', { url: 'https://example.org/', events: ['push', 'everything'] }],
    ['no event', { url: 'https://example.org/', events: [] }],
    ['an unknown content type', { url: 'https://example.org/', content_type: 'xml' }],
    ['a private address', { url: 'http://10.0.0.1/' }],
    ['a private address as a number', { url: 'http://2852039166/latest/meta-data' }],
    ['loopback in IPv6', { url: 'http://[::1]/' }],
    ['loopback in IPv6 clothing', { url: 'http://[::ffff:10.0.0.1]/' }],
    ['an address by translation', { url: 'http://[64:ff9b::a00:1]/' }],
  ])('is refused with %s', async (_name, body) => {
    const refused = await as(form).post(hooks(), body)
    expect(refused.status, refused.text).toBe(form === 'A' ? 422 : 400)
    expect(refused.body.details).toHaveLength(1)
  })
})

it('of another repository is not there', async () => {
  const { id, path } = await addHook()
  const { id: delivery } = (await as('B').post(`${path}/test`)).body
  await as('B').post('user/repos', { slug: `${slug}-other` })
  const other = `repos/ada/${slug}-other`
  for (const answer of [
    await as('B').get(`${other}/hooks/${id}`),
    await as('B').send('PATCH', `${other}/hooks/${id}`, { body: { active: false } }),
    await as('B').send('DELETE', `${other}/hooks/${id}`),
    await as('B').post(`${other}/hooks/${id}/test`),
    await as('B').get(`${other}/hooks/${id}/deliveries`),
    await as('B').post(`${other}/deliveries/${delivery}/redeliver`),
  ]) {
    expect(answer.status).toBe(404)
  }
  expect((await as('B').get(path)).body).toMatchObject({ active: true })
})

it.each(forms)('a delivery whose id is none is not there, Form %s', async (form) => {
  const { path } = await addHook()
  for (const id of ['zzz', '0', '%20', `${randomUUID()}0`, 'x'.repeat(200)]) {
    for (const answer of [
      await as(form).get(`${path}/deliveries/${id}`),
      await as(form).post(`${path}/deliveries/${id}/redeliver`),
      await as(form).post(`repos/ada/${slug}/deliveries/${id}/redeliver`),
    ]) {
      expectFault(answer, form, 'missing', { codeOfA: 'DELIVERY_NOT_FOUND' })
    }
    const page = `/ada/${slug}/settings/webhooks/${path.split('/').at(-1)}/deliveries/${id}`
    expect((await stithy.client().get(page, { cookie: ada.cookie })).status).toBe(404)
  }
})

describe('a push', () => {
  it("is told in the specification's words, signed in both ways", async () => {
    await addHook({ secret: 'hush' })
    await push('main')
    const [first] = await got(1)
    const before = await git(folder, 'rev-parse', 'HEAD')
    const one = await commit('One')
    const after = await commit('Two')
    await push('main')
    const [, second] = await got(2)
    const repo = (await as('B').get(`repos/ada/${slug}`)).body
    expect(first?.body).toMatchObject({ ref: 'refs/heads/main', before: '0'.repeat(40), after: before })
    const author = { name: 'Ada', email: 'ada@example.org' }
    expect(second?.body).toEqual({
      repository: { id: repo.id, slug, owner: 'ada' },
      pusher: { username: 'ada' },
      ref: 'refs/heads/main',
      before,
      after,
      commits: [
        { sha: one, message: 'One', author },
        { sha: after, message: 'Two', author },
      ],
    })
    if (second === undefined) throw new Error('Nothing was sent')
    const { headers, text } = second
    const sign = (over: string) => `sha256=${createHmac('sha256', 'hush').update(over).digest('hex')}`
    expect(headers).toMatchObject({
      'x-svc-event': 'push',
      'x-svc-attempt': '1',
      'x-svc-signature': sign(`${String(headers['x-svc-timestamp'])}.${text}`),
      'x-hub-signature-256': sign(text),
      'x-github-event': 'push',
      'x-github-delivery': headers['x-svc-delivery'],
      'content-type': 'application/json',
    })
    // Case does not count in HTTP, and does to some who read it.
    expect(second.rawHeaders).toEqual(
      expect.arrayContaining([
        'X-Svc-Event',
        'X-Svc-Delivery',
        'X-Svc-Attempt',
        'X-Svc-Timestamp',
        'X-Svc-Signature',
        'X-Hub-Signature-256',
        'X-GitHub-Event',
        'X-GitHub-Delivery',
        'Content-Type',
        'Content-Length',
      ]),
    )
    expect(second.path).toBe('/in?x=1')
  })

  it('that makes and deletes refs is told as that too, to those who asked', async () => {
    await addHook({ events: ['create', 'delete'] })
    await push('main')
    await push('main:refs/heads/side')
    await push(':refs/heads/side')
    const told = await got(3)
    expect(told.map(({ body, headers }) => [headers['x-svc-event'], body['ref'], body['ref_type']])).toEqual([
      ['create', 'refs/heads/main', 'branch'],
      ['create', 'refs/heads/side', 'branch'],
      ['delete', 'refs/heads/side', 'branch'],
    ])
  })

  it('to a branch that the filter does not mean is not told', async () => {
    await addHook({ branch_filter: 'main, release/*' })
    await push('main:refs/heads/side')
    await push('main:refs/heads/release/1')
    await push('main')
    expect((await got(2)).map(({ body }) => body['ref'])).toEqual(['refs/heads/release/1', 'refs/heads/main'])
  })

  it('is sent as a form to those who want it so', async () => {
    await addHook({ content_type: 'form', secret: 'hush' })
    await push('main')
    const [one] = await got(1)
    expect(JSON.parse(new URLSearchParams(one?.text).get('payload') ?? '')).toMatchObject({ ref: 'refs/heads/main' })
    const sign = createHmac('sha256', 'hush').update(one?.text ?? '')
    expect(one?.headers['x-hub-signature-256']).toBe(`sha256=${sign.digest('hex')}`)
  })

  it('that was refused is not told', async () => {
    await addHook()
    await push('main:refs/pull/1/head').catch(() => undefined)
    await push('main')
    expect((await got(1))[0]?.body['ref']).toBe('refs/heads/main')
  })
})

describe('a delivery', () => {
  it.each([
    ['to whoever refuses', 'http://127.0.0.1:1/', '127.0.0.1:1 refuses connections'],
    ['to where nothing leads', 'http://255.255.255.255/', '255.255.255.255 cannot be reached'],
    ['by TLS to whoever does not speak it', 'https://RECEIVER/', 'No secure connection to RECEIVER could be made'],
    ['to whoever speaks no HTTP', 'http://BABBLER/', 'BABBLER did not answer as a web server does'],
    ['to whoever hangs up', 'http://MUTE/', 'MUTE hung up'],
  ])('that fails says so in a sentence of our own: %s', async (_, url, sentence) => {
    const babbler = await listening((socket) => socket.end('220 inner.example ESMTP\r\n'))
    const mute = await listening((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const hosts = { RECEIVER: new URL(receiver.url).host, BABBLER: babbler.host, MUTE: mute.host }
    const named = (text: string) => text.replace(/[A-Z]{4,}(?=\W)/, (word) => Reflect.get(hosts, word) ?? word)
    try {
      const { path } = await addHook({ url: named(url) })
      await push('main')
      const [failed] = await eventually(async () => {
        const all = await deliveries(path)
        expect(all[0]).toMatchObject({ attempts: 1 })
        return all
      })
      expect(failed?.['error']).toBe(named(sentence))
    } finally {
      babbler.stop()
      mute.stop()
    }
  })

  it('is kept with what was sent and answered, and sent again on demand with the same bytes', async () => {
    receiver.answer = () => ({ status: 400, text: 'no <b>thanks</b>', headers: { 'x-why': 'because' } })
    const { path } = await addHook()
    await push('main')
    await got(1)
    const [listed] = await eventually(async () => {
      const all = await deliveries(path)
      expect(all[0]).toMatchObject({ event: 'push', state: 'failed', status: 400, attempts: 1 })
      return all
    })
    const uuid = String(listed?.['id'])
    const detail = (await as('B').get(`${path}/deliveries/${uuid}`)).body
    expect(detail).toMatchObject({
      body: receiver.received[0]?.text,
      tries: [{ number: 1, status: 400, response_body: 'no <b>thanks</b>', error: null }],
    })
    expect(detail.tries[0].response_headers).toMatchObject({ 'x-why': 'because' })
    expect(detail.tries[0].request_headers).toMatchObject({ 'X-Svc-Delivery': uuid })
    receiver.answer = () => ({})
    for (const way of [`repos/ada/${slug}/deliveries/${uuid}/redeliver`, `${path}/deliveries/${uuid}/redeliver`]) {
      const again = await as('B').post(way)
      expect(again.status, again.text).toBe(201)
      expect(again.body).toMatchObject({ redelivery_of: uuid, event: 'push' })
    }
    const [copy] = await deliveries(path)
    expect((await as('B').post(`${path}/deliveries/${String(copy?.['id'])}/redeliver`)).body).toMatchObject({
      redelivery_of: uuid,
    })
    const [first, ...repeats] = await got(4)
    for (const { text, headers } of repeats) {
      expect(text).toBe(first?.text)
      expect([headers['x-svc-delivery'], headers['x-github-delivery']]).toEqual([uuid, uuid])
    }
    expectFault(await as('B').post(`repos/ada/${slug}/deliveries/${randomUUID()}/redeliver`), 'B', 'missing', {
      codeOfA: 'DELIVERY_NOT_FOUND',
    })
  })

  it('that is answered with a NUL counts as delivered, and the next one comes behind it', async () => {
    receiver.answer = () => ({ text: 'a\0b' })
    const { path } = await addHook()
    await push('main')
    await push('main:refs/heads/side')
    const [, first] = await eventually(async () => {
      const all = await deliveries(path)
      expect(all.map(({ state, attempts }) => [state, attempts])).toEqual([
        ['delivered', 1],
        ['delivered', 1],
      ])
      return all
    })
    expect(receiver.received).toHaveLength(2)
    const detail = (await as('B').get(`${path}/deliveries/${String(first?.['id'])}`)).body
    expect(detail.tries[0]).toMatchObject({ response_body: 'a\u{fffd}b' })
  })

  it('is shown with those headers of the answer that fit, each of them whole', async () => {
    const odd = `caf\u00e9 \u0080"`
    receiver.answer = () => ({ headers: { 'x-odd': odd, 'x-long': '"'.repeat(9000), 'x-why': 'because' } })
    const { path } = await addHook()
    await push('main')
    const [listed] = await eventually(async () => {
      const all = await deliveries(path)
      expect(all[0]).toMatchObject({ state: 'delivered' })
      return all
    })
    const shown = await as('B').get(`${path}/deliveries/${String(listed?.['id'])}`)
    expect(shown.status, shown.text).toBe(200)
    const headers = shown.body.tries[0].response_headers
    expect(headers).toMatchObject({ 'x-odd': odd, 'x-why': 'because' })
    expect(headers).not.toHaveProperty('x-long')
  })

  it('that was written down in pieces is shown without them', async () => {
    const { id, path } = await addHook()
    await push('main')
    const [listed] = await eventually(async () => {
      const all = await deliveries(path)
      expect(all[0]).toMatchObject({ state: 'delivered' })
      return all
    })
    const uuid = String(listed?.['id'])
    await inTransaction(stithy.app, async (tx) => {
      const one = tx.selectFrom('hook_deliveries').select('id').where('uuid', '=', uuid)
      const torn = { request_headers: '{"a":', response_headers: '{"x-why":"beca' }
      await tx.updateTable('hook_attempts').set(torn).where('delivery_id', 'in', one).execute()
      await tx.updateTable('hook_deliveries').set({ body: '{"ref":"refs/he' }).where('uuid', '=', uuid).execute()
    })
    const shown = await as('B').get(`${path}/deliveries/${uuid}`)
    expect(shown.status, shown.text).toBe(200)
    expect(shown.body).toMatchObject({
      body: '{"ref":"refs/he',
      tries: [{ request_headers: {}, response_headers: {} }],
    })
    const page = await stithy
      .client()
      .get(`/ada/${slug}/settings/webhooks/${id}/deliveries/${uuid}`, { cookie: ada.cookie })
    expect([page.status, page.text.includes('refs/he')]).toEqual([200, true])
  })

  it('that fails is tried again after 10 s and 1 m with the same id, and those behind it do not wait for that', async () => {
    const answers = [503, 200, 'hang up', 429]
    receiver.answer = () => {
      const next = answers.shift() ?? 200
      return next === 'hang up' ? { hangUp: true } : { status: Number(next), headers: { 'retry-after': '7' } }
    }
    const { path } = await addHook()
    await push('main')
    await got(1)
    await push('main:refs/heads/side')
    await got(2)
    for (const [ms, many] of [
      [10_500, 3],
      [61_000, 4],
      [8000, 5],
    ] as const) {
      await eventually(async () => {
        const [side, main] = await deliveries(path)
        expect([side, main]).toMatchObject([{ state: 'delivered' }, { state: 'waiting', attempts: many - 2 }])
      })
      await later(ms - 1500)
      await later(1500)
      await got(many)
    }
    const [first, side, ...tries] = receiver.received
    expect(side?.body['ref']).toBe('refs/heads/side')
    expect(tries.map(({ headers }) => headers['x-svc-attempt'])).toEqual(['2', '3', '4'])
    expect(new Set([first, ...tries].map((one) => one?.headers['x-svc-delivery'])).size).toBe(1)
  })

  it.each([
    ['seconds', () => '7', 7000],
    ['a date', () => new Date(stithy.app.clock.now() + 90_000).toUTCString(), 90_000],
    ['a date in the past', () => new Date(stithy.app.clock.now() - 90_000).toUTCString(), 1000],
    ['no time at all', () => '0', 1000],
    ['an old kind of date', () => 'Sunday, 06-Nov-94 08:49:37 GMT', 1000],
    ['the oldest kind of date', () => 'Sun Nov  6 08:49:37 1994', 1000],
    ['a date that is far off', () => 'Fri, 31 Dec 9999 23:59:59 GMT', 6 * 3_600_000],
    ['many seconds', () => '999999999', 6 * 3_600_000],
    ['something else', () => '2 fortnights', 10_000],
    ['a date in other words', () => '2199-01-01', 10_000],
  ])('that is too many for now is tried again when the receiver says: %s', async (_name, header, wanted) => {
    let answers = 0
    receiver.answer = () =>
      answers++ === 0 ? { status: 429, headers: { 'retry-after': header() } } : { afterMs: 9000 }
    const { path } = await addHook()
    await push('main')
    const began = stithy.app.clock.now()
    await got(1)
    const due = await eventually(async () => {
      const [one] = await deliveries(path)
      expect(one).toMatchObject({ state: 'waiting', status: 429 })
      return Date.parse(String(one?.['next_attempt_at']))
    })
    expect(Math.abs(due - began - wanted)).toBeLessThan(3000)
  })

  it('goes before those that are tried again, and comes in the order of what happened', async () => {
    receiver.answer = () => ({ status: 500 })
    await addHook()
    const refs = ['main', 'main:refs/heads/a', 'main:refs/heads/b']
    for (const ref of refs) await push(ref)
    await got(3)
    receiver.answer = () => ({ afterMs: 100 })
    await push('main:refs/heads/c')
    await push('main:refs/heads/d')
    await later(11_000)
    const all = await got(8)
    expect(all.map(({ body, headers }) => [body['ref'], headers['x-svc-attempt']])).toEqual([
      ['refs/heads/main', '1'],
      ['refs/heads/a', '1'],
      ['refs/heads/b', '1'],
      ['refs/heads/c', '1'],
      ['refs/heads/d', '1'],
      ['refs/heads/main', '2'],
      ['refs/heads/a', '2'],
      ['refs/heads/b', '2'],
    ])
  })

  it.each([301, 302, 307, 404, 410])('that is answered %i is over: no redirect is followed', async (status) => {
    receiver.answer = ({ path }) => (path === '/inside' ? {} : { status, headers: { location: '/inside' } })
    const { path } = await addHook()
    await push('main')
    await eventually(async () => {
      expect((await deliveries(path))[0]).toMatchObject({ state: 'failed', status, next_attempt_at: null })
    })
    expect(receiver.received).toHaveLength(1)
  })

  it('to a name that leads inside is refused when it is connected to', async () => {
    const { path } = await addHook({ url: `http://127.0.0.1.nip.invalid:${receiver.port}/` })
    await as('B').post(`${path}/test`)
    await eventually(async () => {
      expect((await deliveries(path))[0]).toMatchObject({ state: 'waiting', attempts: 1, status: null })
    })
    expect(receiver.received).toHaveLength(0)
  })

  it('to this machine by its name arrives where its address is allowed', async () => {
    await addHook({ url: `http://localhost:${receiver.port}/named` })
    await push('main')
    expect((await got(1))[0]?.path).toBe('/named')
  })

  it('to ten receivers that hang holds up an eleventh by less than a second', async () => {
    receiver.answer = ({ path }) => (path === '/slow' ? { afterMs: 60_000 } : {})
    const quick = await addHook({ url: `${receiver.url}/quick` })
    const heardAfter = async (): Promise<number> => {
      const heard = () => receiver.received.filter(({ path }) => path === '/quick').length
      const before = heard()
      const began = performance.now()
      await as('B').post(`${quick.path}/test`)
      await eventually(() => expect(heard()).toBe(before + 1))
      return performance.now() - began
    }
    const alone = await heardAfter()
    for (let index = 0; index < 10; index++) {
      const slow = await addHook({ url: `${receiver.url}/slow` })
      for (let ping = 0; ping < 3; ping++) await as('B').post(`${slow.path}/test`)
    }
    await eventually(() => expect(receiver.received.filter(({ path }) => path === '/slow')).toHaveLength(10))
    expect((await heardAfter()) - alone).toBeLessThan(1000)
  })

  it('to receivers that have hung before takes no more than half of the places, however many there are', async () => {
    receiver.answer = ({ path }) => (path === '/slow' ? { afterMs: 60_000 } : {})
    const quick = await addHook({ url: `${receiver.url}/quick` })
    const slow = await manyHooks(70, `${receiver.url}/slow`)
    for (const path of slow) await as('B').post(`${path}/test`)
    const heard = (what: string) => receiver.received.filter(({ path }) => path === what).length
    await eventually(() => expect(heard('/slow')).toBe(32))
    await as('B').post(`${quick.path}/test`)
    await eventually(() => expect(heard('/quick')).toBe(1), 3000)
    expect(heard('/slow')).toBe(32)
    for (const path of slow) await as('B').send('DELETE', path)
  })
})

/** In repositories of their own, and as if one thing had failed already. */
async function manyHooks(many: number, url: string): Promise<readonly string[]> {
  const paths: string[] = []
  for (let index = 0; index < many; index++) {
    const repo = `${slug}-${Math.floor(index / 35)}`
    if (index % 35 === 0) await as('B').post('user/repos', { slug: repo })
    const added = await as('B').post(`repos/ada/${repo}/hooks`, { url })
    expect(added.status, added.text).toBe(201)
    paths.push(`repos/ada/${repo}/hooks/${added.body.id}`)
  }
  await inTransaction(stithy.app, async (tx) => {
    await tx.updateTable('webhooks').set({ failures: 1 }).where('url', '=', url).execute()
  })
  return paths
}

it('a ping says which webhook it is for, also while it is switched off', async () => {
  const { id, path } = await addHook({ active: false })
  const ping = await as('B').post(`${path}/test`)
  expect(ping.status, ping.text).toBe(201)
  const [one] = await got(1)
  expect(one?.headers).toMatchObject({ 'x-svc-event': 'ping', 'x-svc-delivery': ping.body.id })
  expect(one?.body).toMatchObject({ hook_id: id, repository: { slug, owner: 'ada' } })
})

it('everything since a moment can be replayed, in order', async () => {
  const { path } = await addHook()
  await push('main')
  await push('main:refs/heads/a')
  await push('main:refs/heads/b')
  await got(3)
  const replay = await as('B').post(`${path}/replay`, { since: '2020-01-01T00:00:00Z' })
  expect(replay.status, replay.text).toBe(201)
  expect(replay.body).toEqual({ deliveries: 3 })
  const all = await got(6)
  const told = all.map(({ headers, text }) => [headers['x-svc-delivery'], text])
  expect(told.slice(3)).toEqual(told.slice(0, 3))
})

it('a replay of many comes a slice at a time, each once and in order', async () => {
  const { id, path } = await addHook({ active: false })
  const { db } = stithy.app
  const hook = await db.selectFrom('webhooks').select('id').where('uuid', '=', id).executeTakeFirstOrThrow()
  const told = Array.from({ length: 125 }, () => randomUUID())
  await inTransaction(stithy.app, async (tx) => {
    const sent = { hook_id: hook.id, event: 'push', source: '{}', state: 'delivered' as const, attempts: 1 }
    const times = { due_at: tx.now, created_at: tx.now, finished_at: tx.now }
    for (const one of told) {
      await tx
        .insertInto('hook_deliveries')
        .values({ uuid: one, body: JSON.stringify({ one }), ...sent, ...times })
        .execute()
    }
  })
  const replay = await as('B').post(`${path}/replay`, { since: '2020-01-01T00:00:00Z' })
  expect(replay.body).toEqual({ deliveries: told.length })
  const copies = await db
    .selectFrom('hook_deliveries')
    .select(['redelivery_of as of', 'body'])
    .where('hook_id', '=', hook.id)
    .where('redelivery_of', 'is not', null)
    .orderBy('id')
    .execute()
  expect(copies).toEqual(told.map((one) => ({ of: one, body: JSON.stringify({ one }) })))
})

it('what still waits when somebody switches it off is not sent any more, also when it is on again', async () => {
  receiver.answer = () => ({ status: 503 })
  const { path } = await addHook()
  await push('main')
  await got(1)
  await eventually(async () => expect((await deliveries(path))[0]).toMatchObject({ state: 'waiting', attempts: 1 }))
  await as('B').send('PATCH', path, { body: { active: false } })
  const given = { state: 'failed', attempts: 1, error: 'the webhook was disabled', next_attempt_at: null }
  expect((await deliveries(path))[0]).toMatchObject(given)
  receiver.answer = () => ({})
  await as('B').send('PATCH', path, { body: { active: true } })
  await later(60_000)
  await push('main:refs/heads/again')
  expect((await got(2)).at(-1)?.body['ref']).toBe('refs/heads/again')
})

it('twenty failures in a row switch it off, and its maintainers are told', async () => {
  receiver.answer = () => ({ status: 400 })
  const { path } = await addHook()
  for (let index = 0; index < 20; index++) await as('B').post(`${path}/test`)
  await eventually(async () => {
    expect((await as('B').get(path)).body).toMatchObject({ active: false, failures: 20 })
  })
  const mail = (await stithy.mails('ada@example.org', 1)).findLast((one) => one.subject?.includes('disabled'))
  await eventually(async () => {
    const found = (await stithy.mails('ada@example.org', 1)).some((one) =>
      one.subject?.includes(`ada/${slug} was disabled`),
    )
    expect(found, String(mail?.subject)).toBe(true)
  })
  await push('main')
  receiver.answer = () => ({})
  const changed = await as('B').send('PATCH', path, { body: { active: true } })
  expect(changed.body).toMatchObject({ active: true, failures: 0 })
  await push('main:refs/heads/again')
  const all = await got(21)
  expect(all.at(-1)?.body['ref']).toBe('refs/heads/again')
})

it('twenty events that nobody takes are each tried at once, and switch it off', async () => {
  receiver.answer = () => ({ status: 500 })
  const { path } = await addHook({ events: ['issues'] })
  for (let index = 0; index < 20; index++) await as('B').post(`repos/ada/${slug}/issues`, { title: `Issue ${index}` })
  await got(20)
  await eventually(async () => {
    expect((await as('B').get(path)).body).toMatchObject({ active: false, failures: 20 })
  })
  expect(receiver.received.map(({ body }) => (body['issue'] as { title: string }).title)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Issue ${index}`),
  )
  expect(new Set(receiver.received.map(({ headers }) => headers['x-svc-attempt']))).toEqual(new Set(['1']))
  expect((await deliveries(path)).filter(({ state }) => state !== 'failed')).toEqual([])
})

it('one event that nobody takes counts once, however often it is tried', async () => {
  receiver.answer = () => ({ status: 500 })
  const { path } = await addHook({ events: ['issues'] })
  await as('B').post(`repos/ada/${slug}/issues`, { title: 'Again and again' })
  for (const [tries, pause] of [0, 10_000, 60_000, 300_000].entries()) {
    await later(pause)
    await eventually(async () => {
      expect((await deliveries(path))[0]).toMatchObject({ state: 'waiting', attempts: tries + 1 })
    })
  }
  expect((await as('B').get(path)).body).toMatchObject({ active: true, failures: 1 })
})

it('what was not sent when the service stopped is sent when it is back', async () => {
  const { path } = await addHook()
  await receiver.stop()
  await push('main')
  await eventually(async () => {
    expect((await deliveries(path))[0]).toMatchObject({ state: 'waiting', attempts: 1 })
  })
  stithy = await stithy.restart()
  receiver = await startReceiver(receiver.port)
  // The new one's clock is right again, and the old one's was ahead.
  await later(3_600_000)
  const [one] = await got(1)
  expect(one?.headers['x-svc-attempt']).toBe('2')
})
