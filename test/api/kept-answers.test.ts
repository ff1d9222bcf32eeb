// What is answered from memory is what would be answered anew, whoever has changed something in between.

import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import type { Db } from '../../src/db/handle.ts'
import { openDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { quiet } from '../support/database.ts'
import { newPerson, newToken, type Person, signIn } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
/** As another process has it open. */
let other: Db
const home = '/ada/anvil'
const repo = 'repos/ada/anvil'

beforeAll(async () => {
  stithy = await startStithy({ TRUSTED_PROXIES: '127.0.0.1' })
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  await newRepo(stithy, ada, 'anvil', { is_public: true, auto_init: true })
  const { DATABASE_URL: url, DATA_DIR: folder } = stithy.app.config
  other = openDatabase(url, folder, { clock: stithy.app.clock, log: quiet, passing: nothingHappens }).db
})
afterAll(async () => {
  await other.close()
  await stithy.stop()
})

const page = (path = home, headers: Record<string, string> = {}) => fetch(stithy.url + path, { headers })
const textOf = async (path = home, headers: Record<string, string> = {}) => (await page(path, headers)).text()

function setPublic(isPublic: 0 | 1): Promise<void> {
  return inTransaction({ db: other }, async (tx) => {
    await tx.updateTable('repos').set({ is_public: isPublic }).where('slug', '=', 'anvil').execute()
  })
}

describe('a page that strangers have seen', () => {
  it('is the same again, and need not be sent to whoever has it', async () => {
    await page()
    const [first, second] = [await page(), await page()]
    expect(await first.text()).toBe(await second.text())
    const tag = second.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    const unchanged = await page(home, { 'if-none-match': tag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    expect(unchanged.headers.get('content-security-policy')).toContain("default-src 'none'")
    const head = await fetch(stithy.url + home, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, tag])
  })

  it('is sent in few bytes to those who can read them', async () => {
    const plain = await textOf()
    const { body, encoding } = await rawPage('br, gzip')
    expect(encoding).toBe('br')
    expect(body.length).toBeLessThan(plain.length / 2)
    expect(brotliDecompressSync(body).toString()).toBe(plain)
    const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
    const older = await rawPage('deflate, gzip;q=0.5', elsewhere)
    expect([older.encoding, gunzipSync(older.body).toString()]).toEqual(['gzip', plain])
    expect((await rawPage('br;q=0, gzip', elsewhere)).encoding).toBe('gzip')
    for (const accepted of ['br;q=0', 'gzip; q=0.000', 'identity', 'brotli', ''])
      expect((await rawPage(accepted, elsewhere)).encoding, accepted).toBe(null)
    expect((await rawPage('gzip')).encoding).toBe(null)
  })

  it('changes with what it shows, and is gone at once when it is hidden, also by another process', async () => {
    await textOf()
    await stithy.client().as(ada.access).post(`${repo}/issues`, { title: 'Rings' })
    expect(await textOf()).toMatch(/Issues[^1]*<span[^>]*>1</)
    await setPublic(0)
    expect((await page()).status).toBe(404)
    await setPublic(1)
    expect((await page()).status).toBe(200)
  })

  it('is not what people who are signed in see', async () => {
    await textOf()
    expect(await textOf(home, { cookie: ada.cookie })).toContain('Sign out')
    expect(await textOf()).not.toContain('Sign out')
    expect(
      await textOf(home, { authorization: `Bearer ${await newToken(stithy.client().as(ada.access), ['repo:read'])}` }),
    ).toContain('ada')
    expect((await page(home, { authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  it('does not tell the time for long', async () => {
    await inTransaction({ db: other }, async () => undefined)
    expect(await textOf()).toContain('just now')
    stithy.advance(11 * 60_000)
    expect(await textOf()).toContain('11 minutes ago')
  })
})

describe('a page that somebody has seen who is signed in', () => {
  it('is the same again, in few bytes, and need not be sent to whoever has it', async () => {
    const plain = await textOf(home, { cookie: ada.cookie })
    const { body, encoding } = await rawPage('br', { cookie: ada.cookie })
    expect([encoding, brotliDecompressSync(body).toString()]).toEqual(['br', plain])
    const tag = (await page(home, { cookie: ada.cookie })).headers.get('etag') ?? ''
    const unchanged = await page(home, { cookie: ada.cookie, 'if-none-match': tag })
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
  })

  it('is theirs alone: another person, another session, a token and a stranger see their own', async () => {
    const again = await signIn(stithy, 'ada')
    const token = await newToken(stithy.client().as(ada.access), ['repo:read'])
    for (let time = 1; time <= 2; time++) {
      expect(await textOf(home, { cookie: ada.cookie })).toContain('Settings')
      expect(await textOf(home, { cookie: again.cookie })).toContain('Settings')
      const hers = await textOf(home, { cookie: eve.cookie })
      expect([hers.includes('Sign out'), hers.includes('/ada/anvil/settings')]).toEqual([true, false])
      expect(await textOf()).toContain('Sign in')
      expect((await page(home, { authorization: `Bearer ${token}` })).status).toBe(200)
    }
    await stithy.client().as(again.access).send('POST', 'auth/logout')
    expect(await textOf(home, { cookie: again.cookie })).toContain('Sign in')
    expect(await textOf(home, { cookie: ada.cookie })).toContain('Settings')
  })

  it('is gone at once with their right to see it, also where another process takes it', async () => {
    expect((await page(home, { cookie: eve.cookie })).status).toBe(200)
    await setPublic(0)
    expect((await page(home, { cookie: eve.cookie })).status).toBe(404)
    expect((await page(home, { cookie: ada.cookie })).status).toBe(200)
    await setPublic(1)
  })

  it('tells what is told once only once', async () => {
    const path = `${home}/branches`
    await textOf(path, { cookie: ada.cookie })
    const sent = await stithy.client().send('POST', `${home}/branches/new`, {
      fields: { name: 'forge', from: 'main' },
      cookie: ada.cookie,
    })
    const [flash = ''] = sent.headers.getSetCookie().map((one) => one.split(';', 1)[0])
    const told = await page(path, { cookie: `${ada.cookie}; ${flash}` })
    expect([told.headers.getSetCookie().join(), await told.text()]).toEqual([
      expect.stringContaining('svc_flash=;'),
      expect.stringContaining('The branch forge was created'),
    ])
    expect(await textOf(path, { cookie: ada.cookie })).not.toContain('The branch forge was created')
  })

  it('says at once how much is new for them', async () => {
    await textOf(home, { cookie: ada.cookie })
    await stithy.client().as(eve.access).post(`${repo}/issues/1/comments`, { body: '@ada' })
    await eventually(async () => {
      expect(await textOf(home, { cookie: ada.cookie })).toMatch(/data-unread[^>]*>1</)
    })
  })
})

describe('an answer of the API', () => {
  const issues = (person: Person | null) => {
    const client = person === null ? stithy.client('B') : stithy.client('B').as(person.access)
    return client.get(`${repo}/issues?state=all`)
  }

  it('changes with what it says, whoever changes it', async () => {
    const before = (await issues(eve)).body.total
    expect((await issues(eve)).body.total).toBe(before)
    await stithy.client().as(ada.access).post(`${repo}/issues`, { title: 'Rings' })
    expect((await issues(eve)).body.total).toBe(before + 1)
    expect((await issues(eve)).headers.get('x-total-count')).toBe(String(before + 1))
    await setPublic(0)
    expect([(await issues(eve)).status, (await issues(null)).status, (await issues(ada)).status]).toEqual([
      404, 404, 200,
    ])
    await setPublic(1)
    expect((await issues(null)).status).toBe(200)
  })

  it('is one person’s, one token’s and one form’s', async () => {
    const reading = await newToken(stithy.client().as(ada.access), ['issues:read'])
    const unfit = await newToken(stithy.client().as(ada.access), ['ci:read'])
    const path = `${repo}/issues`
    expect((await stithy.client('B').as(reading).get(path)).status).toBe(200)
    expect((await stithy.client('B').as(unfit).get(path)).status).toBe(403)
    expect(Array.isArray((await stithy.client('A').as(reading).get(path)).body)).toBe(true)
    expect((await stithy.client('B').as(reading).get(path)).body.items).toHaveLength(2)
  })

  it('need not be sent to whoever has it, as long as it says the same and they may read it', async () => {
    const ask = (tag: string, form: 'A' | 'B' = 'B') =>
      stithy
        .client(form)
        .as(eve.access)
        .get(repo, { headers: { 'if-none-match': tag } })
    const first = await ask('"another"')
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    for (const known of [tag, tag.slice(2), `"another", ${tag}`, '*']) {
      const { status, text, headers } = await ask(known)
      expect([status, text, headers.get('etag')], known).toEqual([304, '', tag])
    }
    expect((await ask(tag, 'A')).status).toBe(200)
    await stithy
      .client()
      .as(ada.access)
      .send('PATCH', repo, { body: { description: 'Heavy' } })
    const changed = await ask(tag)
    expect([changed.status, changed.body.description]).toEqual([200, 'Heavy'])
    await setPublic(0)
    expect((await ask(changed.headers.get('etag') ?? '')).status).toBe(404)
    await setPublic(1)
  })

  it('is named the same for HEAD, and for lists with their headers', async () => {
    const path = `${repo}/issues?state=all&per_page=1`
    const whole = await stithy.client('A').get(path)
    const head = await stithy.client('A').send('HEAD', path)
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
    const known = await stithy.client('A').get(path, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } })
    expect([known.status, known.headers.get('link')]).toEqual([304, whole.headers.get('link')])
  })
})

/** `fetch` takes off what is packed. */
async function rawPage(
  accepted: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly body: Buffer; readonly encoding: string | null }> {
  return new Promise((resolve, reject) => {
    get(stithy.url + home, { headers: { ...headers, 'accept-encoding': accepted } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ body: Buffer.concat(chunks), encoding: answer.headers['content-encoding'] ?? null }),
      )
    }).on('error', reject)
  })
}
