// A fork gets what came to where it was forked from.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo } from '../support/pulls.ts'
import { gitRefs, grant, knownRefs, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
let api: Client
let eveApi: Client

beforeAll(async () => {
  stithy = await startStithy({ OWNER_QUOTA_BYTES: '400000' })
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  api = stithy.client('B').as(ada.access)
  eveApi = stithy.client('B').as(eve.access)
})
afterAll(() => stithy.stop())

/** A repository of Ada's and Eve's fork of it. */
async function forked(slug: string): Promise<{ repo: string; fork: string }> {
  const repo = await newRepo(stithy, ada, slug, { is_public: true, auto_init: true })
  const { status } = await eveApi.post(`${repo}/forks`, { slug: `${slug}-fork` })
  expect(status).toBe(201)
  return { repo, fork: `repos/eve/${slug}-fork` }
}

const home = async (path: string, person: Person | null = eve): Promise<string> =>
  (await stithy.client().get(path, person === null ? {} : { cookie: person.cookie })).text.replaceAll(/<[^>]*>/g, '')

const sync = (path: string, fields: Record<string, string>, person = eve): Promise<Answer> =>
  stithy.client().send('POST', `${path}/sync`, { fields, cookie: person.cookie })

it.each(['A', 'B'] as const)('a fork that has nothing of its own goes forward, told in form %s', async (form) => {
  const { repo, fork } = await forked(`plain-${form.toLowerCase()}`)
  const call = stithy.client(form).as(eve.access)
  const as = await commitTo(api, repo, 'main', { 'a.txt': 'a\n' })
  const answer = await call.post(`${fork}/sync`, {})
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ name: 'main' })])
  expect(JSON.stringify(answer.body)).toContain(as)
  expect((await eveApi.get(`${fork}/raw/main/a.txt`)).text).toBe('a\n')
  // Again it changes nothing.
  expect((await call.post(`${fork}/sync`, {})).body).toEqual(answer.body)
  const slug = `plain-${form.toLowerCase()}-fork`
  expect(await knownRefs(stithy, slug)).toEqual(await gitRefs(stithy, 'eve', slug))
})

it('its page says how far it went, and takes what is new by a press', async () => {
  const { repo, fork } = await forked('page')
  expect(await home('/eve/page-fork')).toContain('Up to date with ada/page:main')
  for (const name of ['a', 'b', 'c']) await commitTo(api, repo, 'main', { [`${name}.txt`]: 'x\n' })
  expect(await home('/eve/page-fork')).toContain('3 behind ada/page:main')
  expect(await home('/eve/page-fork', null)).not.toContain('Sync')
  await sync('/eve/page-fork', { method: 'fast-forward' }, ada)
  expect(await home('/eve/page-fork')).toContain('3 behind ada/page:main')
  expect((await sync('/eve/page-fork', { method: 'fast-forward' })).headers.get('location')).toBe('/eve/page-fork')
  expect(await home('/eve/page-fork')).toContain('Up to date with ada/page:main')
  await commitTo(eveApi, fork, 'main', { 'own.txt': 'x\n' })
  expect(await home('/eve/page-fork')).toContain('1 ahead of ada/page:main')
})

it('one that has something of its own is merged where that is asked for', async () => {
  const { repo, fork } = await forked('apart')
  const there = await commitTo(api, repo, 'main', { 'a.txt': 'a\n' })
  const own = await commitTo(eveApi, fork, 'main', { 'own.txt': 'x\n' })
  expect(await home('/eve/apart-fork')).toContain('1 behind, 1 ahead of ada/apart:main')
  const refused = await eveApi.post(`${fork}/sync`, {})
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('main has 1 commit that ada/apart'),
  ])
  expect((await eveApi.get(`${fork}/commits/${there}`)).status).toBe(404)
  expect((await eveApi.post(`${fork}/sync`, { method: 'merge' })).status).toBe(200)
  const made = (await eveApi.get(`${fork}/commits/main`)).body
  expect(made).toMatchObject({ parents: [own, there], committer: { name: 'eve' } })
  expect(made.message).toMatch(/^Merge branch 'main' of ada\/apart/)
})

it('where the two conflict it says in what, and moves nothing', async () => {
  const { repo, fork } = await forked('clash')
  await commitTo(api, repo, 'main', { 'README.md': 'theirs\n' })
  const own = await commitTo(eveApi, fork, 'main', { 'README.md': 'ours\n' })
  const refused = await eveApi.post(`${fork}/sync`, { method: 'merge' })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('They conflict in README.md')])
  expect((await eveApi.get(`${fork}/branches/main`)).body.commit_sha).toBe(own)
})

it('nothing private gets into a public fork', async () => {
  const { repo, fork } = await forked('shut')
  await grant(stithy, 'shut', eve, 'Reader')
  await api.send('PATCH', repo, { body: { is_public: false } })
  const secret = await commitTo(api, repo, 'main', { 'secret.txt': 'secret\n' })
  const refused = await eveApi.post(`${fork}/sync`, {})
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('make it private first')])
  expect((await eveApi.get(`${fork}/commits/${secret}`)).status).toBe(404)
  // Who may not read it does not even hear of it.
  expect(await home('/eve/shut-fork', null)).not.toContain('ada/shut')
  await eveApi.send('PATCH', fork, { body: { is_public: false } })
  expect((await eveApi.post(`${fork}/sync`, {})).status).toBe(200)
})

it('whoever may no longer read what it was forked from gets nothing of it', async () => {
  const { repo, fork } = await forked('gone')
  await api.send('PATCH', repo, { body: { is_public: false } })
  await commitTo(api, repo, 'main', { 'secret.txt': 'secret\n' })
  const refused = await eveApi.post(`${fork}/sync`, {})
  expect([refused.status, refused.text.includes('ada/gone')]).toEqual([409, false])
  const plain = await newRepo(stithy, eve, 'no-fork', { auto_init: true })
  expect((await eveApi.post(`${plain}/sync`, {})).body.message).toBe(refused.body.message)
})

it('a protected branch stays', async () => {
  const { repo, fork } = await forked('firm')
  await commitTo(api, repo, 'main', { 'a.txt': 'a\n' })
  await eveApi.post(`${fork}/branch-protections`, { pattern: 'main', push_role: 'Nobody' })
  expect((await eveApi.post(`${fork}/sync`, {})).status).toBe(403)
  expect((await eveApi.get(`${fork}/raw/main/a.txt`)).status).toBe(404)
})

it('what comes counts against the quota of whoever has the fork', async () => {
  const zoe = await newPerson(stithy, 'zoe')
  const zoeApi = stithy.client('B').as(zoe.access)
  const repo = await newRepo(stithy, ada, 'large', { is_public: true, auto_init: true })
  await zoeApi.post(`${repo}/forks`, {})
  const fork = 'repos/zoe/large'
  await api.post(`${repo}/contents`, {
    branch: 'main',
    message: 'Large',
    operations: [{ action: 'create', path: 'a.bin', content: randomBytes(150_000).toString('base64') }],
  })
  expect((await zoeApi.post(`${fork}/sync`, {})).status).toBe(200)
  const filler = await newRepo(stithy, zoe, 'filler', { auto_init: true })
  const filled = await zoeApi.post(`${filler}/contents`, {
    branch: 'main',
    message: 'Fill',
    operations: [{ action: 'create', path: 'a.bin', content: randomBytes(180_000).toString('base64') }],
  })
  expect(filled.status).toBe(201)
  await api.post(`${repo}/contents`, {
    branch: 'main',
    message: 'More',
    operations: [{ action: 'create', path: 'b.bin', content: randomBytes(120_000).toString('base64') }],
  })
  const refused = await zoeApi.post(`${fork}/sync`, {})
  expect([refused.status, refused.text.includes('quota_exceeded')]).toEqual([413, true])
})
