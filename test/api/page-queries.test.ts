// What pages ask of the database that the API does not: on both, because each is asked in its own words.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let api: Client
let his: Client
const repo = 'repos/ada/work'

beforeAll(async () => {
  stithy = await startStithy()
  // The first is the administrator.
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await grant(stithy, 'work', bob, 'Developer')
  api = stithy.client('B').as(ada.access)
  his = stithy.client('B').as(bob.access)
  await api.post(`${repo}/labels`, { name: 'bug', color: '#ff0000' })
})
afterAll(() => stithy.stop())

/** The numbers that a list shows. */
async function listed(person: Person, kind: 'issues' | 'pulls', q: string): Promise<number[]> {
  const { text } = await stithy.client().get(`/ada/work/${kind}?q=${encodeURIComponent(q)}`, { cookie: person.cookie })
  return [...text.matchAll(/data-row="(\d+)"/g)].map(([, number]) => Number(number))
}

it('issues without a label, and those that call somebody by name, are found whatever becomes of them', async () => {
  const bare = await api.post(`${repo}/issues`, { title: 'Bare', body: 'Ask @bob' })
  const dressed = await api.post(`${repo}/issues`, { title: 'Dressed', labels: ['bug'] })
  const [one, two] = [Number(bare.body['number']), Number(dressed.body['number'])]
  await eventually(async () => expect(await listed(bob, 'issues', 'mentions:me')).toEqual([one]))
  expect(await listed(ada, 'issues', 'mentions:me')).toEqual([])
  expect(await listed(ada, 'issues', 'no:label')).toEqual([one])
  await api.send('PATCH', `${repo}/issues/${one}`, { body: { labels: ['bug'] } })
  await api.send('PATCH', `${repo}/issues/${two}`, { body: { labels: [] } })
  expect(await listed(ada, 'issues', 'no:label')).toEqual([two])
  await api.send('PATCH', `${repo}/issues/${two}`, { body: { state: 'closed' } })
  expect(await listed(ada, 'issues', 'no:label')).toEqual([])
  expect(await listed(ada, 'issues', 'no:label is:closed')).toEqual([two])
  const [label] = itemsOf((await api.get(`${repo}/labels`)).body).filter(({ name }) => name === 'bug')
  await api.send('DELETE', `${repo}/labels/${String(label?.['id'])}`)
  expect(await listed(ada, 'issues', 'is:all no:label sort:created-asc')).toEqual([one, two])
})

it('what is left out is left out, beside anything else that is asked for', async () => {
  await newRepo(stithy, ada, 'left', { is_public: true, auto_init: true })
  await grant(stithy, 'left', bob, 'Developer')
  const left = 'repos/ada/left'
  for (const name of ['bug', 'later']) await api.post(`${left}/labels`, { name, color: '#ff0000' })
  await api.post(`${left}/milestones`, { title: 'Next one' })
  await api.post(`${left}/issues`, { title: 'First anvil', labels: ['bug', 'later'], milestone: 'Next one' })
  await api.post(`${left}/issues`, { title: 'Second anvil', labels: ['bug'], assignees: ['bob'] })
  await his.post(`${left}/issues`, { title: 'Third hammer' })
  await api.post(`${left}/issues`, { title: 'Fourth anvil', labels: ['later'] })
  await api.send('PATCH', `${left}/issues/4`, { body: { state: 'closed' } })
  const found = async (q: string, kind = 'issues'): Promise<{ numbers: number[]; counts: string }> => {
    const { text } = await stithy.client().get(`/ada/left/${kind}?q=${encodeURIComponent(q)}`, { cookie: ada.cookie })
    const numbers = [...text.matchAll(/data-row="(\d+)"/g)].map(([, number]) => Number(number))
    const plain = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    return { numbers, counts: /\d+ open \d+ closed/.exec(plain)?.[0] ?? '' }
  }
  expect(await found('-label:later')).toEqual({ numbers: [3, 2], counts: '2 open 0 closed' })
  expect(await found('-label:LATER -label:bug')).toEqual({ numbers: [3], counts: '1 open 0 closed' })
  expect(await found('label:bug -label:later')).toEqual({ numbers: [2], counts: '1 open 0 closed' })
  expect(await found('is:all -label:bug sort:updated-asc')).toEqual({ numbers: [3, 4], counts: '1 open 1 closed' })
  expect(await found('anvil -label:later')).toEqual({ numbers: [2], counts: '1 open 0 closed' })
  expect((await found('-author:me')).numbers).toEqual([3])
  expect((await found('-author:bob -assignee:bob')).numbers).toEqual([1])
  expect((await found('-milestone:"Next one" sort:comments')).numbers).toEqual([3, 2])
  expect((await found('-label:no-such -author:nobody-here')).numbers).toEqual([3, 2, 1])
  for (const name of ['one', 'two']) await commitTo(api, left, [name, 'main'], { [`${name}.txt`]: name })
  const one = await openPull(api, left, 'one')
  const two = await openPull(api, left, 'two')
  await api.send('PATCH', `${left}/pulls/${one.number}`, { body: { labels: ['later'] } })
  expect((await found('-label:later', 'pulls')).numbers).toEqual([two.number])
  expect((await found('base:main -label:later', 'pulls')).numbers).toEqual([two.number])
})

it('pull requests are found by verdicts, checks and drafts', async () => {
  for (const name of ['one', 'two', 'three']) await commitTo(api, repo, [name, 'main'], { [`${name}.txt`]: name })
  const one = (await openPull(api, repo, 'one')).number
  const two = (await openPull(api, repo, 'two')).number
  const three = (await openPull(api, repo, 'three', { draft: true })).number
  await his.post(`${repo}/pulls/${one}/reviews`, { event: 'request_changes', body: 'No.' })
  await his.post(`${repo}/pulls/${one}/reviews`, { event: 'approve' })
  await his.post(`${repo}/pulls/${two}/reviews`, { event: 'request_changes', body: 'No.' })
  const headOf = async (number: number): Promise<string> =>
    String((await api.get(`${repo}/pulls/${number}`)).body['head_sha'])
  const report = async (number: number, context: string, state: string): Promise<unknown> =>
    api.post(`${repo}/commits/${await headOf(number)}/statuses`, { context, state })
  await report(one, 'lint', 'failure')
  await report(one, 'lint', 'success')
  await report(two, 'lint', 'success')
  await report(two, 'test', 'error')
  await report(three, 'test', 'pending')
  expect(await listed(ada, 'pulls', 'review:approved')).toEqual([one])
  expect(await listed(ada, 'pulls', 'review:changes_requested')).toEqual([two])
  expect(await listed(ada, 'pulls', 'review:required')).toEqual([three])
  expect(await listed(ada, 'pulls', 'status:success')).toEqual([one])
  expect((await stithy.client().get('/dashboard', { cookie: ada.cookie })).text).toMatch(/Checks failing[^]*ada\/work/)
  expect(await listed(ada, 'pulls', 'status:failure draft:false base:main')).toEqual([two])
  expect(await listed(ada, 'pulls', 'status:pending is:draft author:me')).toEqual([three])
})

it('an inbox is narrowed to a repository, and what is done with leaves it until it is unread again', async () => {
  const inbox = async (query = ''): Promise<string> =>
    (await stithy.client().get(`/notifications${query}`, { cookie: bob.cookie })).text
  const mark = async (id: string, act: string): Promise<number> =>
    (
      await stithy.client().send('POST', `/notifications/${id}/${act}`, {
        fields: {},
        cookie: bob.cookie,
        headers: { accept: 'text/html' },
      })
    ).status
  await eventually(async () => expect(await inbox()).toContain('Bare'))
  expect(await inbox('?repo=ada/work')).toContain('Bare')
  expect(await inbox('?repo=ada/other')).not.toContain('Bare')
  const row = /data-row="(\d+)"(?:(?!data-row=)[^])*Bare/.exec(await inbox())
  const id = row?.[1] ?? ''
  expect(await mark(id, 'done')).toBe(303)
  expect([await inbox(), await inbox('?show=all')].some((text) => text.includes('Bare'))).toBe(false)
  expect(await inbox('?show=done')).toContain('Bare')
  expect(await mark(id, 'unread')).toBe(303)
  expect(await inbox()).toContain('Bare')
  expect(await mark('999999', 'done')).toBe(404)
})

it('an inbox that nobody ever emptied is counted no further than anybody reads, and can be read to its end', async () => {
  const hoarder = await newPerson(stithy, 'hoarder')
  const { id } = await stithy.app.db
    .selectFrom('owners')
    .select('id')
    .where('name', '=', 'hoarder')
    .executeTakeFirstOrThrow()
  await inTransaction(stithy.app, async (tx) => {
    for (let position = 1; position <= 2100; position++) {
      const key = { user_id: id, position, event_key: `k${position}` }
      const told = { type: 'team_member_added' as const, title: `News ${position}`, created_at: tx.now }
      await tx
        .insertInto('notifications')
        .values({ ...key, ...told })
        .execute()
    }
    await tx.updateTable('users').set({ last_notification: 2100 }).where('id', '=', id).execute()
  })
  const page = async (path: string): Promise<string> =>
    (await stithy.client().get(path, { cookie: hoarder.cookie })).text.replaceAll(/<[^>]*>/g, ' ')
  expect(await page('/notifications')).toMatch(/1 to \d+ of more than 2,000 notifications/)
  expect(await page('/notifications?page=70')).toMatch(/News 1\b[^]*2,071 to 2,100 of 2,100 notifications/)
})

it('the dashboard says what others did, and administrators see what there is', async () => {
  const page = async (person: Person, path: string): Promise<string> =>
    (await stithy.client().get(path, { cookie: person.cookie })).text
  expect(await page(bob, '/dashboard')).toMatch(/Recent activity[^]*Dressed/)
  expect(await page(ada, '/dashboard')).not.toContain('Dressed')
  // What is closed is told as such, and stands with what else is new, however much of one's own came since.
  await newRepo(stithy, bob, 'busy', { is_public: true })
  await api.post('repos/bob/busy/issues', { title: 'From outside' })
  await api.post('repos/bob/busy/issues', { title: 'Ended' })
  for (let count = 0; count < 25; count++) await his.post('repos/bob/busy/issues', { title: `Own ${count}` })
  await api.send('PATCH', 'repos/bob/busy/issues/2', { body: { state: 'closed' } })
  const busy = await page(bob, '/dashboard')
  expect(busy).toContain('From outside')
  expect(busy).toMatch(/Ended[^]*closed[^]*bob\/busy#2/)
  expect(busy).not.toContain('Own 1')
  const overview = await page(ada, '/admin')
  expect(overview).toMatch(/Issues, pull requests and comments[^]*[1-9]\d* in 30 days/)
  expect(await page(ada, '/admin/repos?q=A/Wor')).toContain('/ada/work')
  expect(await page(ada, '/admin/repos?q=50%25')).toContain('No matching repositories')
})

it('several suggestions become one commit, but none where two are about the same line', async () => {
  await commitTo(api, repo, ['many', 'main'], { 'many.txt': 'one\ntwo\nthree\nfour\n' })
  const { number } = await openPull(api, repo, 'many')
  const suggest = async (line: number, text: string): Promise<string> => {
    const body = `\`\`\`suggestion\n${text}\n\`\`\``
    return String((await his.post(`${repo}/pulls/${number}/comments`, { body, path: 'many.txt', line })).body['id'])
  }
  const ids = [await suggest(1, 'eins\nzwei'), await suggest(4, 'vier')]
  const again = await suggest(4, 'quattro')
  const post = (id: readonly string[]) =>
    stithy
      .client()
      .send('POST', `/ada/work/pulls/${number}/suggestions`, { fields: { id: [...id] }, cookie: ada.cookie })
  await post([...ids, again])
  const raw = async (): Promise<string> =>
    (await stithy.client().get('/ada/work/raw/many/many.txt', { cookie: ada.cookie })).text
  expect(await raw()).toBe('one\ntwo\nthree\nfour\n')
  expect((await post(ids)).status).toBe(303)
  expect(await raw()).toBe('eins\nzwei\ntwo\nthree\nvier\n')
  const [newest] = itemsOf((await api.get(`${repo}/pulls/${number}/commits`)).body)
  expect(JSON.stringify(newest)).toContain('Apply 2 suggestions')
})

it('each reader of a list hears what those forks are called that they may read', async () => {
  const people = await Promise.all(['cy', 'dot'].map((name) => newPerson(stithy, name)))
  for (const person of people) {
    const client = stithy.client('B').as(person.access)
    const slug = `of-${person.username}`
    await client.post(`${repo}/forks`, { slug })
    const fork = `repos/${person.username}/${slug}`
    await client.send('PATCH', fork, { body: { is_public: false } })
    await commitTo(client, fork, [slug, 'main'], { [slug]: 'x' })
    await openPull(client, repo, slug, { source_repo: `${person.username}/${slug}` })
  }
  await grant(stithy, 'of-cy', bob, 'Reader')
  const seenBy = async (client: Client): Promise<unknown[]> => {
    const list = itemsOf((await client.get(`${repo}/pulls`)).body)
    return ['cy', 'dot'].map((author) => list.find((one) => one['author'] === author)?.['source_repo'])
  }
  const clients = [stithy.client('B'), api, his, ...people.map(({ access }) => stithy.client('B').as(access))]
  expect(await Promise.all(clients.map(seenBy))).toEqual([
    [null, null],
    [null, null],
    ['cy/of-cy', null],
    ['cy/of-cy', null],
    [null, 'dot/of-dot'],
  ])
})
