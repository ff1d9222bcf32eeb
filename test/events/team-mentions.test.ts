import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { uuid } from '../../src/db/uuid.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let eve: Person
let zoe: Person
let repo: string
let count = 0

/** Ada and Bob are smiths; the shadows, Eve among them, are known to nobody else. */
beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  eve = await newPerson(stithy, 'eve')
  zoe = await newPerson(stithy, 'zoe')
  await as(ada).post('teams', { slug: 'smiths', name: 'The Smiths' })
  await as(ada).send('PUT', 'teams/smiths/members/bob', { body: { role: 'Developer' } })
  await as(ada).post('teams', { slug: 'shadows' })
  await as(ada).send('PUT', 'teams/shadows/members/eve', { body: { role: 'Reader' } })
})
afterAll(() => stithy.stop())

beforeEach(async () => {
  repo = `repos/ada/r${++count}`
  await as(ada).post('user/repos', { slug: `r${count}`, is_public: true })
})

const as = (person: Person): Client => stithy.client('B').as(person.access)
const share = (team: string) => as(ada).send('PUT', `teams/${team}/repos/ada/r${count}`, { body: { role: 'Reader' } })
const openIssue = (by: Person, body: string) => as(by).post(`${repo}/issues`, { title: 'An issue', body })

/** What somebody was told of this repository, once nothing waits to be told any more. */
async function toldOf(person: Person): Promise<readonly string[]> {
  await eventually(async () => {
    const left = await stithy.app.db.selectFrom('jobs').select('name').where('name', '=', 'notify').execute()
    if (left.length > 0) throw new Error(`${left.length} are not told yet`)
  })
  const rows = await stithy.app.db
    .selectFrom('notifications')
    .innerJoin('owners', 'owners.id', 'notifications.user_id')
    .innerJoin('repos', 'repos.id', 'notifications.repo_id')
    .select('notifications.type')
    .where('owners.name', '=', person.username)
    .where('repos.slug', '=', `r${count}`)
    .where('notifications.type', '<>', 'repo_access_granted')
    .orderBy('position')
    .execute()
  return rows.map((row) => row.type)
}

async function suggested(person: Person, text: string): Promise<readonly string[]> {
  const at = `/ada/r${count}/suggest?text=${encodeURIComponent(text)}`
  const { body } = await stithy.client().get(at, { cookie: person.cookie })
  return body.map((one: { text: string; note: string }) => `${one.text} ${one.note}`.trim())
}

it('a team that has a share is called by its name: its members are told, and who calls is not', async () => {
  await share('smiths')
  const headers = { authorization: `Bearer ${bob.access}` }
  const { reader } = await readEvents(`${stithy.url}/notifications/stream`, headers)
  const { number } = (await openIssue(ada, 'Over to you, @Smiths')).body
  expect(await toldOf(bob)).toEqual(['issue_mentioned'])
  await eventually(() => expect(reader.frames.at(-1)?.data).toMatchObject({ type: 'issue_mentioned', actor: 'ada' }))
  reader.close()
  for (const person of [ada, eve, zoe]) expect(await toldOf(person)).toEqual([])
  const comments = `${repo}/issues/${number}/comments`
  const { id } = (await as(ada).post(comments, { body: 'Hm' })).body
  for (const body of ['Well, @smiths and @bob', 'Well, well, @smiths and @bob']) {
    expect((await as(ada).send('PATCH', `${comments}/${id}`, { body: { body } })).status).toBe(200)
  }
  expect(await toldOf(bob)).toEqual(['issue_mentioned', 'issue_mentioned'])
})

it('a team is called in what it owns, and by whoever may know of it', async () => {
  await as(ada).post('user/repos', { slug: `r${count}`, owner: 'smiths', is_public: true })
  repo = `repos/smiths/r${count}`
  await openIssue(zoe, 'Help me, @smiths')
  expect((await toldOf(bob)).toSorted()).toEqual(['issue_mentioned'])
  expect(await toldOf(zoe)).toEqual([])
})

it('whoever watches and belongs to a team that is called is told once; whoever has muted it is not told', async () => {
  await share('smiths')
  await as(bob).send('PUT', `${repo}/subscription`, { body: {} })
  await openIssue(ada, '@smiths')
  expect(await toldOf(bob)).toEqual(['issue_mentioned'])
  await as(bob).send('PUT', `${repo}/subscription`, { body: { ignored: true } })
  await openIssue(ada, '@smiths')
  expect(await toldOf(bob)).toEqual(['issue_mentioned'])
})

it('a team that has nothing to do with the repository is a word like any other', async () => {
  await openIssue(ada, '@smiths')
  expect(await toldOf(bob)).toEqual([])
  expect(await suggested(ada, '@smi')).toEqual([])
})

it('whoever may not know of a team neither calls nor finds it', async () => {
  await share('shadows')
  const { number } = (await openIssue(zoe, 'Is there anybody, @shadows?')).body
  expect(await toldOf(eve)).toEqual([])
  const link = 'href="/shadows"'
  const shown = async (person: Person) =>
    (await stithy.client().get(`/ada/r${count}/issues/${number}`, { cookie: person.cookie })).text.includes(link)
  expect([await shown(zoe), await shown(eve), await shown(ada)]).toEqual([false, true, true])
  expect(await suggested(zoe, '@sha')).toEqual([])
  expect(await suggested(eve, '@sha')).toEqual(['@shadows Team'])
  await openIssue(eve, 'Here, @shadows')
  await openIssue(ada, 'Come, @shadows')
  expect(await toldOf(eve)).toEqual(['issue_mentioned'])
})

it('names of teams are completed before those of people', async () => {
  await share('smiths')
  await newPerson(stithy, `smithy${count}`)
  expect(await suggested(bob, '@smi')).toEqual(['@smiths The Smiths (team)', `@smithy${count}`])
})

it('whoever calls teams more often than one would is heard in the inbox, without a mail, and at last not at all', async () => {
  await share('smiths')
  const { number } = (await openIssue(ada, 'Now')).body
  /** Who is called by name follows the issue from then on: each is told of before the next. */
  const call = async (body: string) => {
    await as(ada).post(`${repo}/issues/${number}/comments`, { body })
    await toldOf(bob)
  }
  /** As if she had called so many teams within the hour. */
  const calledBefore = (times: number) =>
    inTransaction(stithy.app, async (tx) => {
      const ofAda = tx
        .selectFrom('team_mentions')
        .innerJoin('owners', 'owners.id', 'actor_id')
        .where('name', '=', 'ada')
      const [like, ...others] = await ofAda.selectAll('team_mentions').execute()
      if (like === undefined) throw new Error('She has called nobody yet')
      const missing = Array.from({ length: times - others.length - 1 }, (_, at) => `${times} ${at}`)
      await tx
        .insertInto('team_mentions')
        .values(missing.map((key) => ({ ...like, target_key: key })))
        .execute()
    })
  await call('@smiths, by mail')
  await calledBefore(20)
  await call('@smiths, without one')
  await calledBefore(100)
  await call('@smiths, in vain')
  await call('Now @bob, by mail')
  expect(await toldOf(bob)).toEqual(['issue_mentioned', 'issue_mentioned', 'issue_mentioned'])
  const heard = await eventually(async () => {
    const mails = (await stithy.mails('bob@example.org', 1)).map(({ text }) => text ?? '').join('')
    if (!mails.includes('Now @bob')) throw new Error('The last mail has not come')
    return mails
  })
  expect(['@smiths, by mail', '@smiths, without one'].map((words) => heard.includes(words))).toEqual([true, false])
  await inTransaction(stithy.app, async (tx) => void (await tx.deleteFrom('team_mentions').execute()))
})

it('of a large team two hundred are told', async () => {
  await as(ada).post('teams', { slug: 'crowd' })
  await inTransaction(stithy.app, async (tx) => {
    const owners = tx.selectFrom('owners').select('id')
    const { id: teamId } = await owners.where('name', '=', 'crowd').executeTakeFirstOrThrow()
    const model = await tx
      .selectFrom('users')
      .innerJoin('owners', 'owners.id', 'users.id')
      .selectAll('users')
      .where('owners.name', '=', 'zoe')
      .executeTakeFirstOrThrow()
    for (let one = 0; one < 205; one++) {
      const name = `one-of-many-${one}`
      const owner = { uuid: uuid(), kind: 'user' as const, name, name_key: name, created_at: tx.now, directory: name }
      const { id } = await tx.insertInto('owners').values(owner).returning('id').executeTakeFirstOrThrow()
      const email = `${name}@example.org`
      await tx
        .insertInto('users')
        .values({ ...model, id, email, email_key: email })
        .execute()
      await tx
        .insertInto('team_members')
        .values({ team_id: teamId, user_id: id, role: 'Reader', created_at: tx.now })
        .execute()
    }
  })
  await openIssue(ada, 'Nobody is called before the team has a share, @crowd')
  const reached = async (): Promise<number> => {
    await toldOf(ada)
    const rows = stithy.app.db.selectFrom('notifications').select('user_id').where('type', '=', 'issue_mentioned')
    return new Set((await rows.where('title', '=', 'An issue').execute()).map((row) => row.user_id)).size
  }
  const before = await reached()
  await share('crowd')
  await openIssue(ada, 'Hear, @crowd')
  // Ada belongs to it, too, and is not told what she said.
  expect((await reached()) - before).toBe(199)
})
