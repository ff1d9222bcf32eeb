// Who may only read edits in a fork: nothing gets out on the way, and nothing is made that nobody asked for.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
let api: Client
let eveApi: Client

beforeAll(async () => {
  stithy = await startStithy({ OWNER_QUOTA_BYTES: '300000' })
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  api = stithy.client('B').as(ada.access)
  eveApi = stithy.client('B').as(eve.access)
})
afterAll(() => stithy.stop())

const forkToEdit = (slug: string, path = 'README.md'): Promise<Answer> =>
  stithy.client().send('POST', `/ada/${slug}/fork-edit/main/${path}`, { fields: {}, cookie: eve.cookie })

const locationOf = (answer: Answer): string => answer.headers.get('location') ?? String(answer.status)

const forksOf = async (slug: string): Promise<readonly unknown[]> =>
  itemsOf((await api.get(`repos/ada/${slug}/forks`)).body).map((fork) => fork['slug'])

/** Forked by Eve while everybody could see it, and private since; she may still read it. */
async function forkedBefore(slug: string): Promise<string> {
  const repo = await newRepo(stithy, ada, slug, { is_public: true, auto_init: true })
  await grant(stithy, slug, eve, 'Reader')
  await eveApi.post(`${repo}/forks`, {})
  await api.send('PATCH', repo, { body: { is_public: false } })
  return repo
}

it('what has become private is not shown by a fork from before', async () => {
  const repo = await forkedBefore('closed')
  await commitTo(api, repo, 'main', { 'secret.txt': 'secret\n' })
  expect(locationOf(await forkToEdit('closed', 'secret.txt'))).toMatch('/eve/closed-fork/edit/eve-patch-1/secret.txt')
  const stranger = stithy.client('B')
  for (const fork of ['closed', 'closed-fork']) {
    expect((await stranger.get(`repos/eve/${fork}/raw/eve-patch-1/secret.txt`)).status).toBe(404)
  }
  // The pull request comes from where the change is.
  await commitTo(eveApi, 'repos/eve/closed', ['eve-patch-1', 'main'], { 'public.txt': 'x\n' })
  await commitTo(eveApi, 'repos/eve/closed-fork', 'eve-patch-1', { 'mine.txt': 'x\n' })
  expect(await openPull(eveApi, repo, 'eve:eve-patch-1')).toMatchObject({ source_repo: 'eve/closed-fork' })
})

it('nor is it merged into a branch that everybody can see', async () => {
  const repo = await forkedBefore('merged')
  await commitTo(eveApi, 'repos/eve/merged', ['topic', 'main'], { 'mine.txt': 'x\n' })
  const { number } = await openPull(eveApi, repo, 'eve:topic')
  await commitTo(api, repo, 'main', { 'secret.txt': 'secret\n' })
  const update = () => eveApi.post(`${repo}/pulls/${number}/update-branch`, {})
  const refused = await update()
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('make it private first')])
  expect((await stithy.client('B').get('repos/eve/merged/raw/topic/secret.txt')).status).toBe(404)
  await eveApi.send('PATCH', 'repos/eve/merged', { body: { is_public: false } })
  expect((await update()).status).toBe(200)
})

it('pressed several times at once it makes one fork with one branch', async () => {
  await newRepo(stithy, ada, 'twice', { is_public: true, auto_init: true })
  const answers = await Promise.all([1, 2, 3].map(() => forkToEdit('twice')))
  const editor = '/eve/twice/edit/eve-patch-1/README.md?for=main'
  expect(answers.map(locationOf)).toEqual([editor, editor, editor])
  expect(await forksOf('twice')).toEqual(['twice'])
})

it('a fork that is archived is left alone, and the pull request comes from the other one', async () => {
  const repo = await newRepo(stithy, ada, 'old', { is_public: true, auto_init: true })
  await eveApi.post(`${repo}/forks`, {})
  await commitTo(eveApi, 'repos/eve/old', ['eve-patch-1', 'main'], { 'x.txt': 'x\n' })
  await eveApi.send('PATCH', 'repos/eve/old', { body: { archived: true } })
  expect(locationOf(await forkToEdit('old'))).toBe('/eve/old-fork/edit/eve-patch-1/README.md?for=main')
  await commitTo(eveApi, 'repos/eve/old-fork', 'eve-patch-1', { 'mine.txt': 'x\n' })
  expect(await openPull(eveApi, repo, 'eve:eve-patch-1')).toMatchObject({ source_repo: 'eve/old-fork' })
})

it('what came to the repository since counts against the quota of whoever has the fork', async () => {
  const repo = await newRepo(stithy, ada, 'grown', { is_public: true, auto_init: true })
  await eveApi.post(`${repo}/forks`, {})
  await commitTo(eveApi, 'repos/eve/grown', 'main', { 'noise.txt': randomBytes(140_000).toString('base64') })
  await commitTo(api, repo, 'main', { 'noise.txt': randomBytes(190_000).toString('base64') })
  const refused = await forkToEdit('grown')
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('delete something')])
})

it('whoever has given both names to something else is told so', async () => {
  await newRepo(stithy, ada, 'taken', { is_public: true, auto_init: true })
  for (const slug of ['taken', 'taken-fork']) await newRepo(stithy, eve, slug)
  const refused = await forkToEdit('taken')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('eve/taken-fork exists already')])
})

it.each(['.git/config', 'nothing', 'README.md/x', '%2e%2e/README.md', ''])('no fork is made for %j', async (path) => {
  const slug = `odd-${[...path].filter((one) => /\w/.test(one)).join('')}`
  await newRepo(stithy, ada, slug, { is_public: true, auto_init: true })
  expect((await forkToEdit(slug, path)).status).toBe(404)
  expect(await forksOf(slug)).toEqual([])
})
