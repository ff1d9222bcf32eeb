// What becomes of files that people put into texts: who sees all of them, who deletes them, and which go by themselves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/core/clock.ts'
import { sweepAttachments } from '../../src/features/attachments/sweep-attachments.ts'
import { collectBlobs } from '../../src/features/blobs/collect-blobs.ts'
import { filesOfStore } from '../support/blobs.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person, register, signIn } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let guest: Person
let other: Person

beforeAll(async () => {
  stithy = await startStithy()
  await register(stithy, 'smith')
  ada = await lasting('ada')
  guest = await lasting('guest')
  other = await lasting('other')
})
afterAll(() => stithy.stop())

/** Somebody with a token: sessions would not outlive the days that pass here. */
async function lasting(name: string): Promise<Person> {
  const person = await newPerson(stithy, name)
  const scopes = ['repo:write', 'issues:write', 'pulls:write']
  return { ...person, access: await newToken(stithy.client().as(person.access), scopes) }
}

const admin = async (): Promise<Client> => stithy.client('B').as((await signIn(stithy, 'smith')).access)

const as = (person: Person, form: 'A' | 'B' = 'B'): Client => stithy.client(form).as(person.access)

let count = 0

async function attach(client: Client, repo: string, text = `content ${++count}`): Promise<Answer['body']> {
  const answer = await client.send('POST', `${repo}/attachments?name=a.txt`, { raw: text })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

async function isThere(repo: string, { id }: { id: string }): Promise<boolean> {
  const { status } = await as(ada).get(`${repo}/attachments/${id}`)
  expect([200, 404]).toContain(status)
  return status === 200
}

const patch = (client: Client, path: string, body: object): Promise<Answer> => client.send('PATCH', path, { body })

describe.each(forms)('in Form %s', (form) => {
  it('whoever looks after the repository sees them all, page by page, the newest first', async () => {
    const repo = await newRepo(stithy, ada, `listed-${form}`, { is_public: true })
    const client = as(ada, form)
    const first = await attach(as(guest, form), repo, 'first')
    const second = await attach(client, repo, 'second one')
    await client.post(`${repo}/issues`, { title: 'See', body: `Here: ${second.markdown}` })
    const list = await client.get(`${repo}/attachments`)
    expect(list.headers.get('x-total-count')).toBe('2')
    expect(itemsOf(list.body)).toEqual([
      { ...second, used: true },
      { ...first, used: false },
    ])
    expect(itemsOf(list.body)).toMatchObject([
      { uploader: 'ada', size: 10, name: 'a.txt' },
      { uploader: 'guest', size: 5 },
    ])
    const page = await client.get(`${repo}/attachments?page=2&per_page=1`)
    expect(itemsOf(page.body).map((one) => one['id'])).toEqual([first.id])
    for (const role of ['Reader', 'Developer'] as const) {
      const person = await lasting(`${role.toLowerCase()}-${form.toLowerCase()}`)
      await grant(stithy, `listed-${form}`, person, role)
      expectFault(await as(person, form).get(`${repo}/attachments`), form, 'forbidden')
    }
    expectFault(await as(guest, form).get(`${repo}/attachments`), form, 'forbidden')
  })

  it('whoever added one may delete it, and whoever looks after the repository; nobody else may', async () => {
    const repo = await newRepo(stithy, ada, `cleared-${form}`, { is_public: true })
    const mine = await attach(as(guest, form), repo)
    const theirs = await attach(as(guest, form), repo, `secret of ${form}`)
    expectFault(await as(other, form).send('DELETE', `${repo}/attachments/${mine.id}`), form, 'forbidden')
    expect((await as(guest, form).send('DELETE', `${repo}/attachments/${mine.id}`)).status).toBe(204)
    await patch(as(ada), repo, { archived: true })
    const kept = (await filesOfStore(stithy.dataDir)).kept.length
    expect((await as(ada, form).send('DELETE', `${repo}/attachments/${theirs.id}`)).status).toBe(204)
    expect((await as(ada, form).send('DELETE', `${repo}/attachments/${theirs.id}`)).status).toBe(404)
    expect(itemsOf((await as(ada, form).get(`${repo}/attachments`)).body)).toEqual([])
    const { body } = await (await admin()).get('admin/audit?event=ATTACHMENT_DELETED')
    expect(body.items[0]).toMatchObject({
      actor: { username: 'ada' },
      target_type: 'attachment',
      target_name: 'a.txt',
      metadata: { repository: `ada/cleared-${form}`, uploader: 'guest', size: 11 },
    })
    stithy.advance(2 * hour)
    await collectBlobs(stithy.app)
    expect((await filesOfStore(stithy.dataDir)).kept.length).toBeLessThan(kept)
  })
})

describe('after three days', () => {
  it('those that no text names are gone, and what they took is free', async () => {
    const repo = await newRepo(stithy, ada, 'swept', { is_public: true })
    const file = await attach(as(guest), repo)
    stithy.advance(2 * day)
    await sweepAttachments(stithy.app)
    expect(await isThere(repo, file)).toBe(true)
    const young = await attach(as(guest), repo)
    stithy.advance(day + hour)
    await sweepAttachments(stithy.app)
    expect([await isThere(repo, file), await isThere(repo, young)]).toEqual([false, true])
    const { body } = await (await admin()).get('admin/users?q=ada')
    expect(body.items[0].used_bytes).toBeLessThan(200)
  })

  it('those that a text names stay, whatever kind of text it is, and although it says something else later', async () => {
    const repo = await newRepo(stithy, ada, 'texts', { auto_init: true })
    const client = as(ada)
    await commitTo(client, repo, ['topic', 'main'], { 'a.txt': 'a\n' })
    const { number: pull } = await openPull(client, repo, 'topic')
    const { number: issue } = (await client.post(`${repo}/issues`, { title: 'One' })).body
    const { id: comment } = (await client.post(`${repo}/issues/${issue}/comments`, { body: 'one' })).body
    await client.post(`${repo}/tags`, { name: 'v1', ref: 'main' })
    const { id: release } = (await client.post(`${repo}/releases`, { tag_name: 'v1' })).body
    const { id: milestone } = (await client.post(`${repo}/milestones`, { title: 'One' })).body
    const review = (await client.post(`${repo}/pulls/${pull}/reviews`, { event: 'comment', body: 'one' })).body.id
    stithy.advance(30 * day)
    const texts: Readonly<Record<string, (text: string) => Promise<Answer>>> = {
      'a new issue': (body) => client.post(`${repo}/issues`, { title: 'Two', body }),
      'an issue that is edited': (body) => patch(client, `${repo}/issues/${issue}`, { body }),
      'a new comment': (body) => client.post(`${repo}/issues/${issue}/comments`, { body }),
      'a comment that is edited': (body) => patch(client, `${repo}/issues/${issue}/comments/${comment}`, { body }),
      'a pull request that is edited': (body) => patch(client, `${repo}/pulls/${pull}`, { body }),
      'a review': (body) => client.post(`${repo}/pulls/${pull}/reviews`, { event: 'comment', body }),
      'a review that is edited': (body) => patch(client, `${repo}/pulls/${pull}/reviews/${review}`, { body }),
      'a comment on a line': (body) =>
        client.post(`${repo}/pulls/${pull}/comments`, { body, path: 'a.txt', line: 1, side: 'new' }),
      'a comment of a review that is not sent yet': (body) =>
        client.post(`${repo}/pulls/${pull}/reviews`, { comments: [{ body, path: 'a.txt', line: 1, side: 'new' }] }),
      'a release that is edited': (body) => patch(client, `${repo}/releases/${release}`, { body }),
      'a milestone that is edited': (description) => patch(client, `${repo}/milestones/${milestone}`, { description }),
    }
    const files = new Map<string, { id: string; markdown: string }>()
    for (const kind of Object.keys(texts)) files.set(kind, await attach(client, repo))
    const unnamed = await attach(client, repo)
    stithy.advance(2 * day)
    for (const [kind, save] of Object.entries(texts)) {
      const saved = await save(`As \`shown\`: ${files.get(kind)?.markdown}, and so on`)
      expect([200, 201], `${kind}: ${saved.text}`).toContain(saved.status)
    }
    stithy.advance(2 * day)
    await sweepAttachments(stithy.app)
    for (const [kind, file] of files) expect(await isThere(repo, file), kind).toBe(true)
    expect(await isThere(repo, unnamed)).toBe(false)
    await patch(client, `${repo}/issues/${issue}`, { body: 'Nothing to see' })
    stithy.advance(30 * day)
    await sweepAttachments(stithy.app)
    for (const [kind, file] of files) expect(await isThere(repo, file), kind).toBe(true)
  })

  it('what only a text of another repository names is gone, and what was edited away before', async () => {
    const repo = await newRepo(stithy, ada, 'named', { is_public: true })
    const elsewhere = await newRepo(stithy, guest, 'hiding-place')
    const hidden = await attach(as(guest), repo)
    const edited = await attach(as(guest), repo)
    await as(guest).post(`${elsewhere}/issues`, { title: 'Kept', body: hidden.markdown })
    const { number } = (await as(guest).post(`${repo}/issues`, { title: 'Look', body: edited.markdown })).body
    await patch(as(guest), `${repo}/issues/${number}`, { body: 'Never mind' })
    stithy.advance(4 * day)
    await sweepAttachments(stithy.app)
    expect([await isThere(repo, hidden), await isThere(repo, edited)]).toEqual([false, false])
  })
})

describe('with the issue that it was added to', () => {
  it('an attachment goes at once, unless another text names it or somebody else added it', async () => {
    const repo = await newRepo(stithy, ada, 'gone', { is_public: true })
    const [own, said, before, quoted] = [
      await attach(as(guest), repo),
      await attach(as(guest), repo),
      await attach(as(guest), repo),
      await attach(as(guest), repo),
    ]
    const theirs = await attach(as(ada), repo)
    const body = [own, quoted, theirs].map(({ markdown }) => markdown).join('\n')
    const { number } = (await as(guest).post(`${repo}/issues`, { title: 'Look', body })).body
    await as(guest).post(`${repo}/issues/${number}/comments`, { body: said.markdown })
    const { id } = (await as(guest).post(`${repo}/issues/${number}/comments`, { body: before.markdown })).body
    await as(other).post(`${repo}/issues`, { title: 'Too', body: `> ${quoted.markdown}` })
    await as(ada).post(`${repo}/issues`, { title: 'Mine', body: theirs.markdown })
    stithy.advance(10 * day)
    await sweepAttachments(stithy.app)
    await patch(as(guest), `${repo}/issues/${number}/comments/${id}`, { body: 'Never mind' })
    await patch(as(ada), `${repo}/issues/${Number(number) + 2}`, { body: 'It is in the README' })
    const young = await attach(as(guest), repo)
    await as(guest).post(`${repo}/issues/${number}/comments`, { body: young.markdown })
    expect((await as(ada).send('DELETE', `${repo}/issues/${number}`)).status).toBe(204)
    const there = async () => Promise.all([own, said, before, young, quoted, theirs].map((one) => isThere(repo, one)))
    await eventually(async () => expect(await there()).toEqual([false, false, false, false, true, true]))
  })
})
