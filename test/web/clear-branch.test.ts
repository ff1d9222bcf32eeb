// What becomes of a branch once its pull request is over.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person
let eve: Person
let api: Client
let eveApi: Client
const repo = 'repos/ada/work'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  eve = await newPerson(stithy, 'eve')
  api = stithy.client('B').as(ada.access)
  eveApi = stithy.client('B').as(eve.access)
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await grant(stithy, 'work', dev, 'Developer')
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow('/ada/work', () => stithy)
const textAt = async (person: Person | null, path: string): Promise<string> => (await get(person, path)).text

/** What the page says above everything else after a form was sent. */
async function saidAfter(person: Person, number: number, path: string): Promise<string> {
  const answer = await post(person, `/pulls/${number}/${path}`)
  const cookie = `${person.cookie}; ${(answer.headers.get('set-cookie') ?? '').split(';')[0]}`
  return (await stithy.client().get(`/ada/work/pulls/${number}`, { cookie })).text
}

const tipOf = async (branch: string, of = repo): Promise<string | number> => {
  const { status, body } = await api.get(`${of}/branches/${branch}`)
  return status === 200 ? body.commit_sha : status
}

async function merged(branch: string, merge_method = 'squash'): Promise<{ number: number; head: string }> {
  const head = await commitTo(api, repo, [branch, 'main'], { [`${branch}.txt`]: 'new\n' })
  const { number } = await openPull(api, repo, branch)
  await settled(api, repo, number)
  const done = await api.post(`${repo}/pulls/${number}/merge`, { merge_method })
  expect(done.status, done.text).toBe(200)
  return { number, head }
}

it('whoever may push deletes the branch of what was merged, and brings it back', async () => {
  const { number, head } = await merged('tongs')
  for (const other of [null, eve]) expect(await textAt(other, `/pulls/${number}`)).not.toContain('-branch"')
  expect(await textAt(dev, `/pulls/${number}`)).toContain(`action="/ada/work/pulls/${number}/delete-branch"`)
  await post(eve, `/pulls/${number}/delete-branch`)
  expect(await tipOf('tongs')).toBe(head)
  expect(await saidAfter(dev, number, 'delete-branch')).toContain('The branch tongs was deleted.')
  expect(await tipOf('tongs')).toBe(404)
  const page = await textAt(dev, `/pulls/${number}`)
  expect([page.includes('Restore branch'), page.includes('Delete branch')]).toEqual([true, false])
  await post(eve, `/pulls/${number}/restore-branch`)
  expect(await tipOf('tongs')).toBe(404)
  expect(await saidAfter(dev, number, 'restore-branch')).toContain('The branch tongs is back.')
  expect(await tipOf('tongs')).toBe(head)
  expect(await saidAfter(dev, number, 'restore-branch')).toContain('tongs exists already.')
})

it('a branch that was added to since stays, and the page says so', async () => {
  const { number } = await merged('hammer')
  const later = await commitTo(api, repo, 'hammer', { 'later.txt': 'later\n' })
  const page = await textAt(dev, `/pulls/${number}`)
  expect(page).toContain(`it ends in ${later.slice(0, 7)}`)
  expect(page).not.toContain('Delete branch')
  expect(await saidAfter(dev, number, 'delete-branch')).toContain('hammer has moved on')
  expect(await tipOf('hammer')).toBe(later)
})

it('of what was closed, too; but neither while it is open, nor while another is open for the same branch', async () => {
  const head = await commitTo(api, repo, ['bellows', 'main'], { 'bellows.txt': 'x\n' })
  await api.post(`${repo}/branches`, { name: 'stable', ref: 'main' })
  const { number } = await openPull(api, repo, 'bellows')
  expect(await saidAfter(dev, number, 'delete-branch')).toContain('merge or close it first')
  const other = await openPull(api, repo, 'bellows', { target_branch: 'stable' })
  await api.send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
  expect(await textAt(dev, `/pulls/${number}`)).toContain('another pull request is open for it')
  expect(await saidAfter(dev, number, 'delete-branch')).toContain('Another pull request is open for bellows')
  expect(await tipOf('bellows')).toBe(head)
  await api.send('PATCH', `${repo}/pulls/${other.number}`, { body: { state: 'closed' } })
  await post(dev, `/pulls/${number}/delete-branch`)
  expect(await tipOf('bellows')).toBe(404)
})

it('what is protected stays', async () => {
  const { number, head } = await merged('kept')
  await api.post(`${repo}/branch-protections`, { pattern: 'kept' })
  expect(await textAt(ada, `/pulls/${number}`)).not.toContain('Delete branch')
  await post(ada, `/pulls/${number}/delete-branch`)
  expect(await tipOf('kept')).toBe(head)
})

it('the branch of a fork is its owner’s, and its default branch nobody’s', async () => {
  await eveApi.post(`${repo}/forks`, {})
  const head = await commitTo(eveApi, 'repos/eve/work', ['poker', 'main'], { 'poker.txt': 'x\n' })
  const { number } = await openPull(eveApi, repo, 'eve:poker')
  await commitTo(eveApi, 'repos/eve/work', 'main', { 'own.txt': 'x\n' })
  const fromMain = await openPull(eveApi, repo, 'eve:main')
  for (const one of [number, fromMain.number]) {
    await api.send('PATCH', `${repo}/pulls/${one}`, { body: { state: 'closed' } })
  }
  expect(await textAt(dev, `/pulls/${number}`)).not.toContain('Delete branch')
  expect(await textAt(eve, `/pulls/${fromMain.number}`)).not.toContain('Delete branch')
  expect(await textAt(eve, `/pulls/${number}`)).toContain('Delete branch')
  await post(dev, `/pulls/${number}/delete-branch`)
  expect(await tipOf('poker', 'repos/eve/work')).toBe(head)
  await post(eve, `/pulls/${number}/delete-branch`)
  expect(await tipOf('poker', 'repos/eve/work')).toBe(404)
  await post(eve, `/pulls/${number}/restore-branch`)
  expect(await tipOf('poker', 'repos/eve/work')).toBe(head)
})

it.each(['squash', 'rebase'])('the list of branches says where one was merged by a %s', async (method) => {
  const { number } = await merged(`by-${method}`, method)
  const rowOf = async (): Promise<string> =>
    (await textAt(dev, `/branches?q=by-${method}`)).match(/<li class="row">[\s\S]*?<\/li>/)?.[0] ?? ''
  expect(await rowOf()).toContain('Merged in #')
  expect(await rowOf()).toContain(`href="/ada/work/pulls/${number}"`)
  expect(await rowOf()).not.toContain('Open a pull request')
  expect(await textAt(dev, '/pulls/new')).not.toContain(`source=by-${method}"`)
  await commitTo(api, repo, `by-${method}`, { 'more.txt': `${method}\n` })
  expect(await rowOf()).not.toContain('Merged in #')
  expect(await rowOf()).toContain('Open a pull request')
})
