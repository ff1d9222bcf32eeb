import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { addMember, newTeam } from '../support/teams.ts'

let stithy: TestStithy
let admin: Person
let ada: Person
let bob: Person
let receiver: Receiver

beforeAll(async () => {
  stithy = await startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  receiver = await startReceiver()
  admin = await newPerson(stithy, 'smith')
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  await newTeam(stithy, ada, 'guild')
  await addMember(stithy, ada, 'guild', { person: bob, role: 'Developer' })
  await as(ada).post('teams/guild/repos', { slug: 'one' })
  await as(ada).post('teams/guild/repos', { slug: 'two' })
  await as(ada).post('user/repos', { slug: 'own' })
  await as(ada).send('PUT', 'teams/guild/repos/ada/own', { body: { role: 'Reader' } })
})
afterAll(async () => {
  await stithy.stop()
  await receiver.stop()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = () => ({})
})

const as = (person: Person): Client => stithy.client('B').as(person.access)

async function addHook(client: Client, place: string, fields: object = {}): Promise<string> {
  const url = `${receiver.url}/${place.replaceAll('/', '-')}`
  const added = await client.post(`${place}/hooks`, { url, events: ['issues'], ...fields })
  expect(added.status, added.text).toBe(201)
  return `${place}/hooks/${added.body.id}`
}

async function openIssue(repo: string): Promise<void> {
  expect((await as(ada).post(`repos/${repo}/issues`, { title: repo })).status).toBe(201)
}

const told = (expected: readonly (readonly [path: string, repo: string])[]) =>
  eventually(() => {
    const all = receiver.received.map(({ path, body }) => {
      const { owner, slug } = body['repository'] as { owner: string; slug: string }
      return `${path} ${owner}/${slug}`
    })
    expect(all.toSorted()).toEqual(expected.map((one) => one.join(' ')).toSorted())
  })

it("a team's webhook hears of all that the team owns, the service's of everything", async () => {
  const team = await addHook(as(ada), 'teams/guild')
  const service = await addHook(as(admin), 'admin')
  for (const repo of ['guild/one', 'guild/two', 'ada/own']) await openIssue(repo)
  await told([
    ['/teams-guild', 'guild/one'],
    ['/teams-guild', 'guild/two'],
    ['/admin', 'guild/one'],
    ['/admin', 'guild/two'],
    ['/admin', 'ada/own'],
  ])
  for (const [path, client] of [
    [team, as(ada)],
    [service, as(admin)],
  ] as const) {
    expect(itemsOf((await client.get(`${path}/deliveries`)).body).length).toBeGreaterThan(1)
    const heard = receiver.received.length
    const replayed = await client.post(`${path}/replay`, { since: '2020-01-01T00:00:00Z' })
    expect(replayed.status).toBe(201)
    // All of it: what is still on its way would arrive in the middle of the next test.
    const again = path === team ? 2 : 3
    await eventually(() => expect(receiver.received.length).toBe(heard + again))
    expect((await client.send('DELETE', path)).status).toBe(204)
  }
})

it('a repository that the team gives away is not its business any more', async () => {
  const hook = await addHook(as(ada), 'teams/guild')
  await as(ada).post('teams/guild/repos', { slug: 'leaving' })
  await openIssue('guild/leaving')
  const moved = await as(ada).post('repos/guild/leaving/transfer', { new_owner: 'ada' })
  expect(moved.status, moved.text).toBeLessThan(300)
  await openIssue('ada/leaving')
  await openIssue('guild/one')
  await told([
    ['/teams-guild', 'guild/leaving'],
    ['/teams-guild', 'guild/one'],
  ])
  await as(ada).send('DELETE', hook)
})

it('is looked after by whoever maintains the team, and by administrators, in person', async () => {
  const token = stithy.client('B').as(await newToken(as(ada), ['repo:write']))
  const eve = as(await newPerson(stithy, 'eve'))
  for (const [client, status] of [
    [stithy.client('B'), 401],
    [eve, 404],
    [token, 403],
    [as(bob), 403],
    [as(ada), 200],
    [as(admin), 200],
  ] as const) {
    expect((await client.get('teams/guild/hooks')).status).toBe(status)
  }
  for (const [client, status] of [
    [stithy.client('B'), 401],
    [token, 403],
    [as(ada), 403],
    [as(admin), 200],
  ] as const) {
    expect((await client.get('admin/hooks')).status).toBe(status)
  }
})

it('one place does not see the webhooks of another', async () => {
  const paths = {
    repo: await addHook(as(ada), 'repos/guild/one'),
    team: await addHook(as(ada), 'teams/guild'),
    service: await addHook(as(admin), 'admin'),
  }
  const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  const { id: delivery } = (await as(ada).post(`${paths.team}/test`)).body
  for (const [client, path] of [
    [as(ada), `repos/guild/one/hooks/${idOf(paths.team)}`],
    [as(ada), `repos/guild/one/hooks/${idOf(paths.service)}`],
    [as(ada), `teams/guild/hooks/${idOf(paths.repo)}`],
    [as(ada), `teams/guild/hooks/${idOf(paths.service)}`],
    [as(admin), `admin/hooks/${idOf(paths.repo)}`],
    [as(admin), `admin/hooks/${idOf(paths.team)}`],
  ] as const) {
    expect((await client.get(path)).status, path).toBe(404)
    expect((await client.send('DELETE', path)).status, path).toBe(404)
    expect((await client.post(`${path}/test`)).status, path).toBe(404)
  }
  expect((await as(ada).post(`repos/guild/one/deliveries/${delivery}/redeliver`)).status).toBe(404)
  expect((await as(admin).post(`admin/deliveries/${delivery}/redeliver`)).status).toBe(404)
  expect((await as(ada).post(`${paths.repo}/deliveries/${delivery}/redeliver`)).status).toBe(404)
  expect((await as(ada).post(`${paths.team}/deliveries/${delivery}/redeliver`)).status).toBe(201)
  for (const path of [paths.repo, paths.team]) await as(ada).send('DELETE', path)
  await as(admin).send('DELETE', paths.service)
})

it.each([
  ['teams/guild', () => ada, 'guild'],
  ['admin', () => admin, 'the whole service'],
] as const)('who looks after %s is told when its webhook is switched off', async (place, who, name) => {
  receiver.answer = () => ({ status: 400 })
  const path = await addHook(as(who()), place)
  for (let index = 0; index < 20; index++) await as(who()).post(`${path}/test`)
  await eventually(async () => expect((await as(who()).get(path)).body).toMatchObject({ active: false }))
  await eventually(async () => {
    const mails = await stithy.mails(who().email, 1)
    expect(mails.filter(({ subject }) => subject === `A webhook of ${name} was disabled`)).toHaveLength(1)
  })
  const others = [admin, ada, bob].filter((person) => person !== who())
  for (const person of others) {
    const mails = await stithy.mails(person.email, 1)
    expect(mails.filter(({ subject }) => subject === `A webhook of ${name} was disabled`)).toHaveLength(0)
  }
})

it.each(['http://10.0.0.1/', 'http://192.168.0.1/', 'http://[::1]/'])('leads nowhere inside: %s', async (url) => {
  expect((await as(ada).post('teams/guild/hooks', { url })).status).toBe(400)
  expect((await as(admin).post('admin/hooks', { url })).status).toBe(400)
})
