// Many issues or pull requests changed at once, from their list: each as if it were changed by itself.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let receiver: Receiver
let ada: Person
let dev: Person
let rea: Person
let api: Client
let slug: string
let count = 0

beforeAll(async () => {
  ;[stithy, receiver] = await Promise.all([startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }), startReceiver()])
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  rea = await newPerson(stithy, 'rea')
  api = stithy.client('B').as(ada.access)
})
afterAll(async () => {
  await stithy.stop()
  await receiver.stop()
})

beforeEach(async () => {
  slug = `work-${++count}`
  await newRepo(stithy, ada, slug, { is_public: true, auto_init: true })
  await grant(stithy, slug, dev, 'Developer')
  for (const name of ['bug', 'urgent', 'later']) await api.post(`repos/ada/${slug}/labels`, { name })
  await api.post(`repos/ada/${slug}/milestones`, { title: 'First' })
})

async function openIssues(person: Person, ...titles: readonly string[]): Promise<string[]> {
  const client = stithy.client('B').as(person.access)
  const numbers: string[] = []
  for (const title of titles)
    numbers.push(String((await client.post(`repos/ada/${slug}/issues`, { title })).body.number))
  return numbers
}

type Fields = Readonly<Record<string, string | readonly string[]>>

/** What the list says afterwards. */
async function change(person: Person, fields: Fields, kind: 'issue' | 'pull' = 'issue'): Promise<string> {
  const sent = await send(person, fields, kind)
  expect(sent.status, sent.text).toBe(303)
  const cookie = [person.cookie, ...sent.headers.getSetCookie().map((one) => one.split(';', 1)[0])].join('; ')
  const { text } = await stithy.client().get(sent.headers.get('location') ?? '', { cookie })
  const notice = /<div class="notice-text">(.*?)<\/div>/s.exec(text)?.[1] ?? ''
  return notice.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')
}

function send(person: Person, fields: Fields, kind: 'issue' | 'pull' = 'issue'): Promise<Answer> {
  const path = `/ada/${slug}/${kind}s/bulk`
  return stithy.client().send('POST', path, { fields, cookie: person.cookie })
}

async function threads(kind: 'issue' | 'pull', numbers: readonly string[]): Promise<Record<string, unknown>[]> {
  const all = await Promise.all(numbers.map((number) => api.get(`repos/ada/${slug}/${kind}s/${number}`)))
  return all.map(({ body }) => ({
    state: body.state,
    labels: body.labels.map(({ name }: { name: string }) => name),
    assignees: body.assignees,
    milestone: body.milestone?.title ?? null,
  }))
}

it('adds to what each has, and takes away from it', async () => {
  const numbers = await openIssues(rea, 'One', 'Two')
  const [one = '', two = ''] = numbers
  await api.send('PATCH', `repos/ada/${slug}/issues/${one}`, { body: { labels: ['later'], assignees: ['ada'] } })
  expect(await change(dev, { number: numbers, action: 'label', label: ['bug', 'urgent'] })).toBe(
    'Done Added bug, urgent to 2 issues.',
  )
  expect(await change(dev, { number: numbers, action: 'assign', assignee: 'dev', assignees: '@rea' })).toContain(
    'Assigned 2 issues to dev, rea.',
  )
  expect(await change(dev, { number: numbers, action: 'milestone', milestone: 'First' })).toContain('to the milestone')
  expect(await threads('issue', numbers)).toEqual([
    { state: 'open', labels: ['bug', 'later', 'urgent'], assignees: ['ada', 'dev', 'rea'], milestone: 'First' },
    { state: 'open', labels: ['bug', 'urgent'], assignees: ['dev', 'rea'], milestone: 'First' },
  ])
  await change(dev, { number: numbers, action: 'unlabel', label: ['bug', 'later'] })
  await change(dev, { number: numbers, action: 'unassign', assignee: ['rea', 'ada'] })
  await change(dev, { number: [two], action: 'milestone', milestone: '' })
  await change(dev, { number: [one], action: 'close' })
  expect(await threads('issue', numbers)).toEqual([
    { state: 'closed', labels: ['urgent'], assignees: ['dev'], milestone: 'First' },
    { state: 'open', labels: ['urgent'], assignees: ['dev'], milestone: null },
  ])
})

it('of two who add at once, both have their way', async () => {
  const numbers = await openIssues(rea, 'One', 'Two')
  await Promise.all([
    send(dev, { number: numbers, action: 'label', label: 'bug' }),
    send(ada, { number: numbers, action: 'label', label: 'urgent' }),
  ])
  expect(await threads('issue', numbers)).toMatchObject([{ labels: ['bug', 'urgent'] }, { labels: ['bug', 'urgent'] }])
})

it('tells of each once, as if it had been changed by itself', async () => {
  const numbers = await openIssues(rea, 'One', 'Two')
  await change(dev, { number: numbers, action: 'assign', assignee: 'rea' })
  const url = `${receiver.url}/${slug}`
  await api.post(`repos/ada/${slug}/hooks`, { url, events: ['issues'], secret: 'a phrase that is shared' })
  for (const fields of [{ action: 'label', label: 'bug' }, { action: 'close' }]) {
    // Sent twice, as by a finger that slips: the second has nothing left to do.
    await Promise.all([send(dev, { number: numbers, ...fields }), send(dev, { number: numbers, ...fields })])
  }
  await openIssues(rea, 'Last')
  const told = await eventually(async () => {
    const all = receiver.received.filter(({ path }) => path === `/${slug}`)
    expect(all.at(-1)?.body['action']).toBe('opened')
    return all.map(({ body }) => String(body['action']))
  })
  expect(told.toSorted()).toEqual(['closed', 'closed', 'labeled', 'labeled', 'opened'])
  for (const number of numbers) {
    const { body } = await api.get(`repos/ada/${slug}/issues/${number}/timeline`)
    expect(itemsOf(body).map((one) => one['type'] ?? one['event'])).toEqual(['assigned', 'labeled', 'closed'])
  }
  await eventually(async () => {
    const { text } = await stithy.client().get('/notifications', { cookie: rea.cookie })
    const [, here = ''] = new RegExp(`<section[^>]*aria-label="ada/${slug}".*?>(.*?)</section>`, 's').exec(text) ?? []
    expect(numbers.map((number) => here.split(`dev closed the issue #${number}`).length - 1)).toEqual([1, 1])
  })
})

it('looks at the rights to each, and says which were left as they are', async () => {
  const [own = ''] = await openIssues(rea, 'Own')
  const [others = ''] = await openIssues(ada, 'Somebody else')
  expect(await change(rea, { number: [own, others], action: 'close' })).toContain(
    `Closed 1 issue. Not changed: #${others} (This needs the role Developer; you are Reader here).`,
  )
  expect((await threads('issue', [own, others])).map(({ state }) => state)).toEqual(['closed', 'open'])
  expect((await send(rea, { number: [own, others], action: 'label', label: 'bug' })).status).toBe(403)
  expect((await send(rea, { number: [others], action: 'close' })).status).toBe(403)
  expect(await threads('issue', [own, others])).toMatchObject([{ labels: [] }, { labels: [] }])
  await api.send('PATCH', `repos/ada/${slug}`, { body: { is_public: false } })
  expect((await send(rea, { number: [own], action: 'open' })).status).toBe(404)
  expect(await change(ada, { number: [own, '999'], action: 'open' })).toContain('Reopened 1 issue. Not changed: #999')
  expect((await send(ada, { number: ['999'], action: 'open' })).status).toBe(404)
})

it('changes nothing where something is missing or unknown', async () => {
  const numbers = await openIssues(ada, 'One')
  for (const [fields, said] of [
    [{ number: numbers }, 'No button was pressed'],
    [{ action: 'close' }, 'No issue was selected'],
    [{ number: numbers, action: 'label' }, 'No label was chosen'],
    [{ number: numbers, action: 'unassign' }, 'Nobody was chosen'],
    [{ number: numbers, action: 'label', label: 'nothing' }, 'There is no label "nothing" for this.'],
    [{ number: numbers, action: 'assign', assignee: 'nobody-here' }, 'Nobody called nobody-here can be assigned here.'],
    [{ number: Array.from({ length: 101 }, (_, at) => String(at + 1)), action: 'close' }, 'must not be more than 100'],
  ] as const) {
    expect(await change(ada, fields)).toContain(said)
  }
  expect(await threads('issue', numbers)).toEqual([{ state: 'open', labels: [], assignees: [], milestone: null }])
})

it('works on pull requests, where those that were merged stay so', async () => {
  const repo = `repos/ada/${slug}`
  const numbers: string[] = []
  for (const name of ['one', 'two']) {
    await commitTo(api, repo, [name, 'main'], { [`${name}.txt`]: name })
    numbers.push(String((await openPull(api, repo, name)).number))
  }
  const [merged = '', open = ''] = numbers
  await settled(api, repo, Number(merged))
  await api.post(`${repo}/pulls/${merged}/merge`, { merge_method: 'merge' })
  expect(await change(dev, { number: numbers, action: 'close' }, 'pull')).toContain(
    `Closed 1 pull request. Not changed: #${merged} (It is merged: that is for good).`,
  )
  await change(dev, { number: numbers, action: 'label', label: 'bug' }, 'pull')
  expect(await change(dev, { number: [open], action: 'open' }, 'pull')).toContain('Reopened 1 pull request.')
  expect(await threads('pull', numbers)).toMatchObject([
    { state: 'merged', labels: ['bug'] },
    { state: 'open', labels: ['bug'] },
  ])
})

it('is offered to those who look after the repository, on the page they are on', async () => {
  await openIssues(ada, ...Array.from({ length: 31 }, (_, at) => `Issue ${at + 1}`))
  const page = (person: Person, query: string) =>
    stithy.client().get(`/ada/${slug}/issues${query}`, { cookie: person.cookie })
  expect((await page(rea, '?page=2')).text).not.toContain('Change selected')
  const { text } = await page(dev, '?page=2&select=all')
  expect(text).toMatch(/<input name="number" value="1"[^>]* checked/)
  const sent = await send(dev, { number: ['1'], action: 'label', label: 'bug', page: '2' })
  expect(sent.headers.get('location')).toBe(`/ada/${slug}/issues?page=2`)
})
