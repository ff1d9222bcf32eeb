import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkCounts } from '../../src/features/soundness/check-counts.ts'
import type { Client } from '../support/client.ts'
import { expectFault } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf, statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let owner: Client
let author: Client
let repo: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  repo = await newRepo(stithy, ada, 'forge', { is_public: true, auto_init: true })
  await grant(stithy, 'forge', bob, 'Developer')
  owner = stithy.client('B').as(ada.access)
  author = stithy.client('B').as(bob.access)
  await owner.post(`${repo}/labels`, { name: 'bug', color: '#ff0000' })
})
afterAll(() => stithy.stop())

const remove = (by: Client, number: number | string) => by.send('DELETE', `${repo}/issues/${number}`)

const find = async (query: string) => itemsOf((await owner.get(`${repo}/issues?${query}`)).body)

it('a deleted issue is gone with all that was said in it, and its number is not given again', async () => {
  const { number } = (
    await author.post(`${repo}/issues`, { title: 'Quicksilver', body: 'Ask @ada', labels: ['bug'], assignees: ['ada'] })
  ).body
  await author.post(`${repo}/issues/${number}/comments`, { body: 'Vermilion' })
  const inbox = async () => (await stithy.client().get('/notifications', { cookie: ada.cookie })).text
  await eventually(async () => expect(await inbox()).toContain('Quicksilver'))
  expect((await remove(owner, Number(number))).status).toBe(204)
  expect(await inbox()).not.toContain('Quicksilver')
  for (const query of ['state=all', 'state=all&q=Quicksilver', 'q=Vermilion', 'labels=bug', 'assignee=ada']) {
    expect([query, await find(query)]).toEqual([query, []])
  }
  for (const path of ['', '/comments', '/timeline']) {
    expectFault(await owner.get(`${repo}/issues/${number}${path}`), 'B', 'missing')
  }
  expect(await checkCounts(stithy.app)).toEqual([])
  const next = await author.post(`${repo}/issues`, { title: 'The next one' })
  expect(next.body['number']).toBe(Number(number) + 1)
  const audit = itemsOf((await owner.get('admin/audit?event=ISSUE_DELETED')).body)
  expect(audit[0]).toMatchObject({
    target_name: `ada/forge#${number}`,
    metadata: { title: 'Quicksilver', author: 'bob' },
  })
})

it('Maintainers delete issues: not their authors, nor a token that may only read, nor what is no issue', async () => {
  const { number } = (await author.post(`${repo}/issues`, { title: 'Mine' })).body
  expectFault(await remove(author, Number(number)), 'B', 'forbidden')
  expectFault(await remove(stithy.client('B'), Number(number)), 'B', 'unauthorized')
  const reading = stithy.client('B').as(await newToken(owner, ['issues:read']))
  expect((await remove(reading, Number(number))).status).toBe(403)
  expect((await owner.get(`${repo}/issues/${number}`)).status).toBe(200)
  await commitTo(owner, repo, ['branch', 'main'], { 'a.txt': 'a' })
  const pull = await openPull(owner, repo, 'branch')
  for (const one of [pull.number, 99, 'x', 0]) expectFault(await remove(owner, one), 'B', 'missing')
  expect((await owner.get(`${repo}/pulls/${pull.number}`)).status).toBe(200)
})

it('of several who delete at once, and who comment meanwhile, one deletes and nobody meets an error', async () => {
  const { number } = (await author.post(`${repo}/issues`, { title: 'Contested' })).body
  const comments = `${repo}/issues/${number}/comments`
  const [said, ...deleted] = await Promise.all([
    author.post(comments, { body: 'Still here' }),
    ...[1, 2, 3].map(() => remove(owner, Number(number))),
  ])
  expect(statusesOf(deleted)).toEqual([204, 404, 404])
  expect([201, 404]).toContain(said.status)
  expect(await checkCounts(stithy.app)).toEqual([])
})

it('its page offers to delete it to those who may, and leads back to the list', async () => {
  const { number } = (await author.post(`${repo}/issues`, { title: 'Shown' })).body
  const at = `/ada/forge/issues/${number}`
  const page = async (person: Person) => (await stithy.client().get(at, { cookie: person.cookie })).text
  expect(await page(ada)).toContain(`action="${at}/delete"`)
  expect(await page(bob)).not.toContain(`${at}/delete`)
  const send = (person: Person) =>
    stithy
      .client()
      .send('POST', `${at}/delete`, { fields: {}, cookie: person.cookie, headers: { accept: 'text/html' } })
  expect((await send(bob)).status).toBe(403)
  const answer = await send(ada)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ada/forge/issues'])
  expect((await stithy.client().get(at, { cookie: ada.cookie })).status).toBe(404)
})
