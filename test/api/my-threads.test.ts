// What concerns somebody, in all repositories that they may read.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person
let api: Client
let devApi: Client

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  api = stithy.client('B').as(ada.access)
  devApi = stithy.client('B').as(dev.access)
  for (const slug of ['one', 'two']) {
    await newRepo(stithy, ada, slug, { is_public: slug === 'one', auto_init: true })
    await grant(stithy, slug, dev, 'Developer')
  }
})
afterAll(() => stithy.stop())

const perPage = 30

const page = async (path: string, person: Person = dev): Promise<string> =>
  (await stithy.client().get(path, { cookie: person.cookie })).text

/** `owner/repo#number`, as they are listed. */
const listed = async (path: string, person: Person = dev): Promise<readonly string[]> =>
  [...(await page(path, person)).matchAll(/<span class="break">(\S+#\d+)<\/span>/g)].map(([, name]) => name ?? '')

async function issue(client: Client, repo: string, more: object = {}): Promise<string> {
  const answer = await client.post(`repos/ada/${repo}/issues`, { title: `In ${repo}`, ...more })
  expect(answer.status, answer.text).toBe(201)
  return `ada/${repo}#${answer.body.number}`
}

it('issues are those that one opened, is to do, or is called in, newest first', async () => {
  const first = await issue(devApi, 'one')
  const second = await issue(devApi, 'two')
  await issue(api, 'one')
  const given = await issue(api, 'two', { assignees: ['dev'] })
  const called = await issue(api, 'one', { body: 'What do you say, @dev?' })
  expect(await listed('/issues')).toEqual([second, first])
  expect(await listed('/issues?by=assigned')).toEqual([given])
  expect(await eventually(() => listed('/issues?by=mentioned'))).toEqual([called])
  expect(await listed('/issues?by=review')).toEqual([second, first])
  expect(await listed('/issues?state=closed')).toEqual([])
  const [, number] = first.split('#')
  await devApi.send('PATCH', `repos/ada/one/issues/${number}`, { body: { state: 'closed' } })
  expect([await listed('/issues'), await listed('/issues?state=closed')]).toEqual([[second], [first]])
  expect(await listed('/pulls')).toEqual([])
})

it('pull requests are those, and what waits for one’s review', async () => {
  const make = async (client: Client, repo: string, branch: string, more: object = {}): Promise<number> => {
    await commitTo(api, `repos/ada/${repo}`, [branch, 'main'], { [`${branch}.txt`]: 'x\n' })
    return (await openPull(client, `repos/ada/${repo}`, branch, more)).number
  }
  const merged = await make(devApi, 'one', 'merged')
  const closed = await make(devApi, 'two', 'closed')
  const open = await make(devApi, 'one', 'open')
  const asked = await make(api, 'two', 'asked')
  await api.post(`repos/ada/two/pulls/${asked}/requested-reviewers`, { reviewers: ['dev'] })
  await settled(api, 'repos/ada/one', merged)
  expect((await api.post(`repos/ada/one/pulls/${merged}/merge`, { merge_method: 'merge' })).status).toBe(200)
  await api.send('PATCH', `repos/ada/two/pulls/${closed}`, { body: { state: 'closed' } })
  expect(await listed('/pulls')).toEqual([`ada/one#${open}`])
  expect(await listed('/pulls?state=closed')).toEqual([`ada/two#${closed}`, `ada/one#${merged}`])
  expect(await listed('/pulls?by=review')).toEqual([`ada/two#${asked}`])
  expect(await listed('/pulls?by=review', ada)).toEqual([])
})

it('what one may not read any more is neither shown nor counted', async () => {
  const eve = await newPerson(stithy, 'eve')
  await newRepo(stithy, ada, 'shut', { is_public: true, auto_init: true })
  await issue(stithy.client('B').as(eve.access), 'shut')
  expect(await page('/issues', eve)).toContain('<span class="count">1</span>')
  await api.send('PATCH', 'repos/ada/shut', { body: { is_public: false } })
  expect(await listed('/issues', eve)).toEqual([])
  expect(await page('/issues', eve)).not.toContain('<span class="count">1</span>')
})

it('they come in pages, and belong to somebody who is signed in', async () => {
  const zoe = await newPerson(stithy, 'zoe')
  const names: string[] = []
  for (let count = 0; count < perPage + 2; count++) names.unshift(await issue(stithy.client('B').as(zoe.access), 'one'))
  expect(await listed('/issues', zoe)).toEqual(names.slice(0, perPage))
  expect(await listed('/issues?page=2', zoe)).toEqual(names.slice(perPage))
  const past = await stithy.client().get('/issues?page=9', { cookie: zoe.cookie })
  expect(past.headers.get('location')).toBe('/issues?page=2')
  for (const path of ['/issues', '/pulls']) {
    expect((await stithy.client().get(path)).headers.get('location')).toContain('/login')
    expect(await page('/dashboard', zoe)).toContain(`href="${path}"`)
  }
})
