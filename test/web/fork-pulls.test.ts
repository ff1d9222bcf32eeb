// What is done in a fork is meant for where it was forked from, and can stay in the fork.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
let api: Client
let eveApi: Client
const repo = 'repos/ada/hello'
const fork = 'repos/eve/hello'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  api = stithy.client('B').as(ada.access)
  eveApi = stithy.client('B').as(eve.access)
  await newRepo(stithy, ada, 'hello', { is_public: true, auto_init: true })
  await eveApi.post(`${repo}/forks`, {})
  await commitTo(eveApi, fork, ['topic', 'main'], { 'topic.txt': 'x\n' })
})
afterAll(() => stithy.stop())

const { get } = pagesBelow('', () => stithy)

const rowOf = async (path: string, branch: string): Promise<string> => {
  const rows = (await get(eve, path)).text.match(/<li class="row">[\s\S]*?<\/li>/g) ?? []
  return rows.find((row) => row.includes(`>${branch}</a>`)) ?? ''
}

const upstreamForm = '/ada/hello/pulls/new?target=main&amp;source=eve%2Fhello%3Atopic'

it('a new pull request goes to where it was forked from, with the branches of the fork to choose from', async () => {
  const sent = await get(eve, '/eve/hello/pulls/new')
  expect(sent.headers.get('location')).toBe('/ada/hello/pulls/new')
  const page = await get(eve, '/ada/hello/pulls/new')
  expect(page.text).toContain(`href="${upstreamForm}"`)
  expect(page.text).toContain('href="/eve/hello/pulls/new?target=main&amp;source="')
  expect((await get(ada, '/ada/hello/pulls/new')).text).not.toContain('eve/hello')
  expect((await get(eve, '/eve/hello/pulls/new?target=main&source=')).text).toContain('href="/ada/hello/pulls/new"')
})

it('the list of branches leads there, and the form leads back into the fork', async () => {
  expect(await rowOf('/eve/hello/branches', 'topic')).toContain(`href="${upstreamForm}"`)
  const form = await get(eve, upstreamForm.replace('&amp;', '&'))
  expect(form.text).toContain('topic.txt')
  expect(form.text).toContain('href="/eve/hello/pulls/new?target=main&amp;source=topic"')
  const back = await get(eve, '/eve/hello/pulls/new?target=main&source=topic')
  expect(back.text).toContain(`href="${upstreamForm}"`)
})

it('the default branch of a fork is offered as soon as it has something', async () => {
  expect(await rowOf('/eve/hello/branches', 'main')).not.toContain('Open a pull request')
  await commitTo(eveApi, fork, 'main', { 'own.txt': 'x\n' })
  expect(await rowOf('/eve/hello/branches', 'main')).toContain('source=eve%2Fhello%3Amain')
  // Nothing new to the fork itself, and not for everybody to offer.
  expect((await get(ada, '/eve/hello/branches')).text).not.toContain('Open a pull request')
})

it('what is open upstream is not offered again', async () => {
  const { number } = await openPull(eveApi, repo, 'eve/hello:topic')
  const row = await rowOf('/eve/hello/branches', 'topic')
  expect(row).toContain(`href="/ada/hello/pulls/${number}"`)
  expect(row).toContain('ada/hello#')
  expect(row).not.toContain('Open a pull request')
  expect((await get(eve, '/ada/hello/pulls/new')).text).not.toContain(upstreamForm)
  expect((await get(eve, '/eve/hello/pulls/new?target=main&source=')).text).not.toContain('source=topic"')
})

it('a fork of one’s own repository is named whole', async () => {
  await api.post(`${repo}/forks`, { slug: 'hello-too' })
  await commitTo(api, 'repos/ada/hello-too', ['idea', 'main'], { 'idea.txt': 'x\n' })
  const { number } = await openPull(api, repo, 'ada/hello-too:idea')
  expect((await api.get(`${repo}/pulls/${number}`)).body).toMatchObject({ source_repo: 'ada/hello-too' })
})

it('what has become private upstream is not led to', async () => {
  await api.send('PATCH', repo, { body: { is_public: false } })
  expect((await get(eve, '/eve/hello/pulls/new')).status).toBe(200)
  const page = await get(eve, '/eve/hello/branches')
  expect(page.text).not.toContain('ada/hello')
  expect(await rowOf('/eve/hello/branches', 'topic')).toContain('/eve/hello/pulls/new?target=main&amp;source=topic')
})

it('forks are listed to those who may read them', async () => {
  await newRepo(stithy, ada, 'liked', { is_public: true, auto_init: true })
  await eveApi.post('repos/ada/liked/forks', { slug: 'shut' })
  await eveApi.send('PATCH', 'repos/eve/shut', { body: { is_public: false } })
  await api.post('repos/ada/liked/forks', { slug: 'liked-too' })
  expect((await get(ada, '/ada/liked')).text).toContain('href="/ada/liked/forks"')
  const [mine, hers] = [(await get(ada, '/ada/liked/forks')).text, (await get(eve, '/ada/liked/forks')).text]
  expect([mine.includes('/ada/liked-too'), mine.includes('eve/shut')]).toEqual([true, false])
  expect([hers.includes('/ada/liked-too'), hers.includes('eve/shut')]).toEqual([true, true])
})
