import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { emit } from '../../src/outbox/emit.ts'
import type { Client } from '../support/client.ts'
import { newPerson, newToken, type Person, signIn } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { aTime } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { type EventReader, readEvents } from '../support/stream.ts'

const metricsToken = 'for-whoever-watches-the-service'

let stithy: TestStithy
let ada: Person
let bob: Person
let eve: Person
let repo: string
let count = 0

beforeAll(async () => {
  stithy = await startStithy({ METRICS_TOKEN: metricsToken })
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  eve = await newPerson(stithy, 'eve')
  // Mail goes to addresses that were confirmed; who confirms before the mail is written gets none.
  for (const person of [ada, bob, eve]) await stithy.mails(person.email)
  await inTransaction(stithy.app, async (tx) => {
    await tx.updateTable('users').set({ email_verified: 1 }).execute()
  })
})
afterAll(() => stithy.stop())

beforeEach(async () => {
  repo = `repos/ada/r${++count}`
  const before = (await everything(bob)).length
  await as(ada).post('user/repos', { slug: `r${count}`, auto_init: true })
  await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
  await eventually(async () => {
    if ((await everything(bob)).length === before) throw new Error('bob was not told yet')
  })
})

function as(person: Person): Client {
  return stithy.client('B').as(person.access)
}

function stream(person: Person, headers: Record<string, string> = {}) {
  return readEvents(`${stithy.url}/notifications/stream`, { authorization: `Bearer ${person.access}`, ...headers })
}

async function openStreams(): Promise<number> {
  const { text } = await stithy.client().as(metricsToken).get('/metrics')
  return Number(/^stithy_open_streams (\d+)$/m.exec(text)?.[1])
}

/** Waits until the newest thing that somebody was told is of this type, and reads it all. */
function told(person: Person, type: string): Promise<readonly { readonly type: string; readonly position: number }[]> {
  return eventually(async () => {
    const all = await everything(person)
    expect(all.at(-1)?.type).toBe(type)
    return all
  })
}

function everything(person: Person) {
  return stithy.app.db
    .selectFrom('notifications')
    .innerJoin('owners', 'owners.id', 'notifications.user_id')
    .select(['notifications.type', 'notifications.position'])
    .where('owners.name', '=', person.username)
    .orderBy('position')
    .execute()
}

async function mailsAbout(person: Person, text: string): Promise<number> {
  const mails = await stithy.mails(`${person.username}@example.org`, 1)
  return mails.filter((mail) => mail.text?.includes(text)).length
}

/** Nothing waits to be told any more, by whichever way. */
async function allTold(): Promise<void> {
  await eventually(async () => {
    const names = ['notify', 'mail.notification']
    const left = await stithy.app.db.selectFrom('jobs').select('name').where('name', 'in', names).execute()
    if (left.length > 0) throw new Error(`${left.length} are not told yet`)
  })
}

async function openIssue(by: Person, fields: object): Promise<number> {
  const made = await as(by).post(`${repo}/issues`, { title: `Issue of ${repo}`, ...fields })
  expect(made.status, made.text).toBe(201)
  return made.body.number
}

async function newPull(by: Person): Promise<number> {
  const branch = `topic-${count}`
  await commitTo(as(by), repo, [branch, 'main'], { [`file-${count}`]: 'x\n' })
  return (await openPull(as(by), repo, branch)).number
}

async function userId({ username }: Person): Promise<number> {
  const row = await stithy.app.db.selectFrom('owners').select('id').where('name', '=', username).executeTakeFirst()
  return row?.id ?? 0
}

/** What happens, who is told which type of it, and whether by mail unless they say otherwise. */
const acts: readonly {
  readonly type: string
  readonly how: string
  readonly who: () => Person
  readonly byMail: boolean
  readonly act: () => Promise<void>
}[] = [
  {
    type: 'pr_assigned',
    how: 'by a change of the reviewers',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await newPull(ada)
      await as(ada).send('PATCH', `${repo}/pulls/${number}`, { body: { reviewers: ['bob'] } })
    },
  },
  {
    type: 'issue_mentioned',
    how: 'in an issue',
    who: () => bob,
    byMail: true,
    act: async () => void (await openIssue(ada, { body: 'What do you think, @bob?' })),
  },
  {
    type: 'issue_mentioned',
    how: 'in a comment',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await openIssue(ada, {})
      await as(ada).post(`${repo}/issues/${number}/comments`, { body: 'What do you think, @BOB?' })
    },
  },
  {
    type: 'issue_mentioned',
    how: 'in a review',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await newPull(ada)
      await as(ada).post(`${repo}/pulls/${number}/reviews`, { event: 'comment', body: 'Better ask @bob' })
    },
  },
  {
    type: 'review_requested',
    how: 'by whoever asks for the merge',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await newPull(ada)
      await as(ada).post(`${repo}/pulls/${number}/requested-reviewers`, { reviewers: ['bob'] })
    },
  },
  {
    type: 'pr_commented',
    how: 'by a comment',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await newPull(bob)
      await as(ada).post(`${repo}/pulls/${number}/comments`, { body: 'I see' })
    },
  },
  {
    type: 'pr_commented',
    how: 'by a review, once with all that it says',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await newPull(bob)
      const line = { path: `file-${count}`, line: 1, side: 'new' }
      const comments = [
        { ...line, body: 'This' },
        { ...line, body: 'And that' },
      ]
      const body = { event: 'comment', body: 'Not yet', comments }
      expect((await as(ada).post(`${repo}/pulls/${number}/reviews`, body)).status).toBe(201)
    },
  },
  {
    type: 'pr_approved',
    how: 'without a word',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await newPull(bob)
      expect((await as(ada).post(`${repo}/pulls/${number}/reviews`, { event: 'approve' })).status).toBe(201)
    },
  },
  {
    type: 'pr_changes_requested',
    how: 'once with all that is said, also to whoever is called by it',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await newPull(bob)
      const line = { path: `file-${count}`, line: 1, side: 'new' }
      const comments = [
        { ...line, body: 'This, @bob' },
        { ...line, body: 'And that' },
      ]
      const body = { event: 'request_changes', body: 'Not yet, @bob', comments }
      expect((await as(ada).post(`${repo}/pulls/${number}/reviews`, body)).status).toBe(201)
    },
  },
  {
    type: 'issue_commented',
    how: 'by a comment',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await openIssue(bob, {})
      await as(ada).post(`${repo}/issues/${number}/comments`, { body: 'I see' })
    },
  },
  {
    type: 'pr_merged',
    how: 'by somebody else',
    who: () => bob,
    byMail: false,
    act: async () => {
      const number = await newPull(bob)
      await settled(as(ada), repo, number)
      expect((await as(ada).post(`${repo}/pulls/${number}/merge`, { merge_method: 'squash' })).status).toBe(200)
    },
  },
  {
    type: 'pr_closed',
    how: 'by somebody else',
    who: () => bob,
    byMail: false,
    act: async () => {
      const number = await newPull(bob)
      await as(ada).send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
    },
  },
  {
    type: 'issue_closed',
    how: 'by somebody else',
    who: () => bob,
    byMail: false,
    act: async () => {
      const number = await openIssue(ada, {})
      await as(bob).send('PATCH', `${repo}/issues/${number}`, { body: { assignees: ['bob'] } })
      await as(ada).send('PATCH', `${repo}/issues/${number}`, { body: { state: 'closed' } })
    },
  },
  {
    type: 'issue_assigned',
    how: 'with a new issue',
    who: () => bob,
    byMail: true,
    act: async () => void (await openIssue(ada, { assignees: ['ada', 'bob'] })),
  },
  {
    type: 'issue_assigned',
    how: 'with a new pull request',
    who: () => bob,
    byMail: true,
    act: async () => {
      await commitTo(as(ada), repo, ['given', 'main'], { x: 'x\n' })
      const pull = { title: 'A pull', source_branch: 'given', target_branch: 'main', assignees: ['bob'] }
      expect((await as(ada).post(`${repo}/pulls`, pull)).status).toBe(201)
    },
  },
  {
    type: 'issue_assigned',
    how: 'by a change of the assignees',
    who: () => bob,
    byMail: true,
    act: async () => {
      const number = await openIssue(ada, { assignees: ['ada'] })
      await as(ada).send('PATCH', `${repo}/issues/${number}`, { body: { assignees: ['ada', 'bob'] } })
      await as(ada).send('PATCH', `${repo}/issues/${number}`, { body: { assignees: ['bob'], labels: [] } })
    },
  },
  {
    type: 'issue_opened',
    how: 'where they watch',
    who: () => bob,
    byMail: false,
    act: async () => {
      await as(bob).send('PUT', `${repo}/subscription`, { body: {} })
      await openIssue(ada, {})
    },
  },
  {
    type: 'pr_opened',
    how: 'where they watch',
    who: () => bob,
    byMail: false,
    act: async () => {
      await as(bob).send('PUT', `${repo}/subscription`, { body: {} })
      await newPull(ada)
    },
  },
  {
    type: 'team_member_added',
    how: 'by an owner',
    who: () => bob,
    byMail: true,
    act: async () => {
      await as(ada).post('teams', { slug: `team-${count}` })
      await as(ada).send('PUT', `teams/team-${count}/members/bob`, { body: { role: 'Developer' } })
    },
  },
  {
    type: 'repo_access_granted',
    how: 'directly',
    who: () => eve,
    byMail: false,
    act: async () => void (await as(ada).send('PUT', `${repo}/collaborators/eve`, { body: { role: 'Reader' } })),
  },
  {
    type: 'repo_access_granted',
    how: 'by a team',
    who: () => eve,
    byMail: false,
    act: async () => {
      await as(ada).post('teams', { slug: `share-${count}` })
      await as(ada).send('PUT', `teams/share-${count}/members/eve`, { body: { role: 'Reader' } })
      await told(eve, 'team_member_added')
      const shared = await as(ada).send('PUT', `teams/share-${count}/repos/ada/r${count}`, { body: { role: 'Reader' } })
      expect(shared.status, shared.text).toBeLessThan(300)
    },
  },
]

describe.each(acts)('$type $how', ({ type, who, byMail, act }) => {
  it('is stored, comes through the stream, goes by mail if it should, and reaches nobody else', async () => {
    const others = [ada, bob, eve].filter((person) => person !== who())
    const before = new Map<string, number>()
    for (const person of others) before.set(person.username, (await everything(person)).length)
    const own = (await everything(who())).length
    const { reader } = await stream(who())
    await act()
    const all = await told(who(), type)
    const frame = await eventually(() => {
      const last = reader.frames.at(-1)
      expect(last?.id).toBe(String(all.at(-1)?.position))
      return last
    })
    const isTeam = type === 'team_member_added'
    expect(frame).toMatchObject({
      id: String(all.at(-1)?.position),
      data: {
        id: all.at(-1)?.position,
        type,
        repo: isTeam ? null : repo.slice('repos/'.length),
        created_at: aTime,
        pipeline_id: null,
        actor: 'ada',
        read: false,
      },
    })
    expect(Object.keys(frame?.data ?? {})).toEqual([
      'id',
      'type',
      'repo',
      'pr_num',
      'created_at',
      'issue_num',
      'pipeline_id',
      'title',
      'url',
      'actor',
      'read',
    ])
    reader.close()
    const words = isTeam ? `team-${count}` : repo.slice('repos/'.length)
    for (const person of others) {
      const added = (await everything(person)).slice(before.get(person.username) ?? 0).map((one) => one.type)
      expect(added.filter((one) => one === type)).toEqual([])
    }
    await allTold()
    const added = (await everything(who())).slice(own)
    expect(added.filter((one) => one.type === type)).toHaveLength(1)
    expect(await mailsAbout(who(), words)).toBe(byMail ? 1 : 0)
  })
})

it('whoever is given a repository, which nobody asked them about, is told of it', async () => {
  const heir = await newPerson(stithy, 'heir')
  expect((await as(ada).post(`${repo}/transfer`, { new_owner: 'heir' })).status).toBe(200)
  await told(heir, 'repo_access_granted')
  const { reader } = await stream(heir, { 'last-event-id': '0' })
  const expected = { repo: `heir/r${count}`, actor: 'ada', url: `${stithy.url}/heir/r${count}` }
  await eventually(() => expect(reader.frames.at(-1)?.data).toMatchObject(expected))
  reader.close()
})

it('mail comes of what was chosen, event by event, and of nothing else', async () => {
  const choose = (types: readonly string[]) =>
    stithy.client().send('POST', '/settings/notifications', { cookie: bob.cookie, fields: { email: types } })
  expect((await choose(['pr_closed', 'nonsense'])).status).toBe(303)
  await openIssue(ada, { body: 'Dear @bob' })
  await told(bob, 'issue_mentioned')
  const number = await newPull(bob)
  await as(ada).send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
  await told(bob, 'pr_closed')
  await allTold()
  const mails = (await stithy.mails('bob@example.org', 1)).filter((mail) => mail.text?.includes(repo.slice(6)))
  expect(mails.map((mail) => mail.text?.includes('closed the pull request'))).toEqual([true])
  const page = await stithy.client().get('/settings/notifications', { cookie: bob.cookie })
  expect([...page.text.matchAll(/name="email" value="(\w+)"[^>]*checked/g)].map(([, type]) => type)).toEqual([
    'pr_closed',
  ])
  await inTransaction(stithy.app, async (tx) => void (await tx.deleteFrom('notification_preferences').execute()))
})

it('what somebody does not want in the inbox is done as it comes, and comes by mail all the same', async () => {
  const fields = { asks_for_inbox: 'yes', inbox: ['pr_closed'], email: ['issue_mentioned'] }
  await stithy.client().send('POST', '/settings/notifications', { cookie: bob.cookie, fields })
  const number = await openIssue(ada, { title: 'Quietly', body: 'Dear @bob' })
  const position = (await told(bob, 'issue_mentioned')).at(-1)?.position ?? 0
  const inbox = async (query: string): Promise<string> =>
    (await stithy.client().get(`/notifications?${query}`, { cookie: bob.cookie })).text
  expect(await inbox('')).not.toContain('Quietly')
  expect(await inbox('show=done')).toContain('Quietly')
  const { reader } = await stream(bob, { 'last-event-id': String(position - 1) })
  await eventually(() => expect(reader.frames.at(-1)?.data).toMatchObject({ issue_num: number, read: true }))
  reader.close()
  await eventually(async () => {
    const mails = await stithy.mails('bob@example.org', 1)
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Quietly'))
  })
  // A form from before the choice leaves it as it is.
  await stithy.client().send('POST', '/settings/notifications', { cookie: bob.cookie, fields: { email: [] } })
  const page = await stithy.client().get('/settings/notifications', { cookie: bob.cookie })
  expect([...page.text.matchAll(/value="(\w+)"[^>]*checked/g)].map(([, type]) => type)).toEqual(['pr_closed'])
  await inTransaction(stithy.app, async (tx) => void (await tx.deleteFrom('notification_preferences').execute()))
})

it('what people do themselves is no news', async () => {
  const number = await newPull(bob)
  const before = (await everything(bob)).length
  await as(bob).post(`${repo}/pulls/${number}/comments`, { body: 'I, @bob, say so' })
  await as(bob).send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
  await allTold()
  expect((await everything(bob)).length).toBe(before)
})

it('whoever is called in a review only when that is edited is told, once', async () => {
  await as(ada).send('PUT', `${repo}/collaborators/eve`, { body: { role: 'Reader' } })
  await told(eve, 'repo_access_granted')
  const number = await newPull(ada)
  const { body } = await as(bob).post(`${repo}/pulls/${number}/reviews`, { event: 'comment', body: 'Hm' })
  const before = (await everything(eve)).length
  for (const text of ['Hm, @eve?', 'What does @eve say?']) {
    const edited = await as(bob).send('PATCH', `${repo}/pulls/${number}/reviews/${body.id}`, { body: { body: text } })
    expect(edited.status).toBe(200)
  }
  await told(eve, 'issue_mentioned')
  await allTold()
  expect((await everything(eve)).length).toBe(before + 1)
})

it('one comment that mentions the author of the issue tells them once', async () => {
  const number = await openIssue(bob, {})
  const before = (await everything(bob)).length
  await as(ada).post(`${repo}/issues/${number}/comments`, { body: 'Look, @bob' })
  await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Maintainer' } })
  await allTold()
  const added = (await everything(bob)).slice(before).map((one) => one.type)
  // Another role in what they could see before is no news either.
  expect(added).toHaveLength(1)
})

it('whoever may not see the repository any more is told nothing, and what they were told before is not shown', async () => {
  await openIssue(ada, { body: 'Dear @bob' })
  await told(bob, 'issue_mentioned')
  await as(ada).send('DELETE', `${repo}/collaborators/bob`)
  const { reader } = await stream(bob, { 'last-event-id': '0' })
  const granteeId = await userId(bob)
  await inTransaction(stithy.app, async (tx) => {
    await emit(tx, {
      type: 'repo.shared',
      repoId: (await tx.selectFrom('repos').select('id').where('slug', '=', `r${count}`).executeTakeFirstOrThrow()).id,
      granteeId,
      role: 'Reader',
      actorId: null,
    })
  })
  await as(ada).post('teams', { slug: `after-${count}` })
  await as(ada).send('PUT', `teams/after-${count}/members/bob`, { body: { role: 'Reader' } })
  await told(bob, 'team_member_added')
  await eventually(() => expect(reader.frames.at(-1)?.data['title']).toBe(`after-${count}`))
  const own = `ada/r${count}`
  expect(reader.frames.map(({ data }) => data['repo']).filter((name) => name === own)).toEqual([])
  reader.close()
})

it('whoever left a team was told of it as it was called then, and learns nothing of what it is called since', async () => {
  const dora = await newPerson(stithy, 'dora')
  await as(ada).post('teams', { slug: 'open-name' })
  await as(ada).send('PUT', 'teams/open-name/members/dora', { body: { role: 'Reader' } })
  await told(dora, 'team_member_added')
  const shown = async () => {
    const { reader } = await stream(dora, { 'last-event-id': '0' })
    const frame = await eventually(() => reader.frames.at(-1) ?? Promise.reject(new Error('nothing yet')))
    reader.close()
    return [frame.data['title'], frame.data['url']]
  }
  expect((await as(ada).send('PATCH', 'teams/open-name', { body: { slug: 'second-name' } })).status).toBe(200)
  expect(await shown()).toEqual(['open-name', `${stithy.url}/teams/second-name`])
  expect((await as(ada).send('DELETE', 'teams/second-name/members/dora')).status).toBe(204)
  expect((await as(ada).send('PATCH', 'teams/second-name', { body: { slug: 'hidden-name' } })).status).toBe(200)
  expect(await shown()).toEqual(['open-name', `${stithy.url}/notifications`])
  const page = await stithy.client().get('/notifications', { cookie: dora.cookie })
  expect(page.text).toContain('open-name')
  expect(page.text).not.toContain('hidden-name')
})

describe('the stream', () => {
  it('brings what was missed since the last one that was seen, in order and without a hole', async () => {
    const all = (await everything(bob)).map((one) => one.position)
    const half = all[Math.floor(all.length / 2)] ?? 0
    const { status, type, reader } = await stream(bob, { 'last-event-id': String(half) })
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await openIssue(ada, { body: 'And you, @bob?' })
    await told(bob, 'issue_mentioned')
    const last = (await everything(bob)).at(-1)?.position
    await eventually(() => expect(reader.frames.at(-1)?.id).toBe(String(last)))
    const ids = reader.frames.map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(ids.every((id) => id > half)).toBe(true)
    reader.close()
  })

  it('ends with its session', async () => {
    const again = await signIn(stithy, 'bob')
    const { reader } = await readEvents(`${stithy.url}/notifications/stream`, {
      authorization: `Bearer ${again.access}`,
    })
    await stithy.client('B').as(again.access).post('auth/logout')
    await eventually(() => expect(reader.ended()).toBe(true))
  })

  it('is for people who signed in', async () => {
    const token = await newToken(as(bob), ['repo:read'])
    const statusWith = async (headers: Record<string, string>): Promise<number> => {
      const { status, reader } = await readEvents(`${stithy.url}/notifications/stream`, headers)
      reader.close()
      return status
    }
    expect(await statusWith({})).toBe(401)
    expect(await statusWith({ authorization: 'Bearer nonsense' })).toBe(401)
    expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(403)
  })

  it('is forgotten when whoever reads it has gone, at whatever moment', async () => {
    const head = `GET /notifications/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bob.access}\r\n\r\n`
    const { hostname, port } = new URL(stithy.url)
    const impatient = Array.from({ length: 60 }, async (_, after) => {
      const socket = connect(Number(port), hostname).on('error', () => undefined)
      socket.write(head)
      await sleep(after / 2)
      socket.destroy()
    })
    await Promise.all(impatient)
    const { reader } = await stream(bob)
    await eventually(async () => expect(await openStreams()).toBe(1))
    await as(ada).post(`${repo}/issues`, { title: 'For @bob' })
    await reader.upTo(1)
    reader.close()
    await eventually(async () => expect(await openStreams()).toBe(0))
  })

  it('takes any nonsense for a beginning', async () => {
    const readers: EventReader[] = []
    for (const nonsense of ['x', '-1', '9'.repeat(40), '1e9']) {
      const { status, reader } = await stream(bob, { 'last-event-id': nonsense })
      expect(status).toBe(200)
      readers.push(reader)
    }
    await openIssue(ada, { body: 'Once more, @bob' })
    for (const reader of readers) {
      expect((await reader.upTo(1)).map(({ data }) => data['type'])).toEqual(['issue_mentioned'])
      reader.close()
    }
  })
})

describe('marking as read', () => {
  const send = (person: Person, path: string) => as(person).send('POST', path)
  const unread = async (person: Person): Promise<number> => {
    const rows = await stithy.app.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', await userId(person))
      .where('read_at', 'is', null)
      .execute()
    return rows.length
  }

  it("works for one's own, one by one and all at once, and for nobody else's", async () => {
    await openIssue(ada, { body: 'Hear, hear, @bob' })
    const newest = (await told(bob, 'issue_mentioned')).at(-1)?.position ?? 0
    const before = await unread(bob)
    expect((await send(eve, `/notifications/${newest + 100}/read`)).status).toBe(404)
    expect((await send(bob, '/notifications/x/read')).status).toBe(404)
    const json = { 'content-type': 'application/json' }
    expect((await as(bob).send('POST', `/notifications/${newest}/read`, { raw: '{}', headers: json })).status).toBe(204)
    expect(await unread(bob)).toBe(before - 1)
    expect((await send(bob, `/notifications/${newest}/read`)).status).toBe(204)
    const ofEve = await unread(eve)
    expect((await stithy.client().send('POST', '/notifications/read-all')).status).toBe(401)
    const headers = { accept: 'text/html' }
    const shown = await as(bob).send('POST', '/notifications/read-all', { headers, fields: {} })
    expect([shown.status, shown.headers.get('location')]).toEqual([303, '/notifications'])
    expect(await unread(bob)).toBe(0)
    expect(await unread(eve)).toBe(ofEve)
  })
  it('takes what is selected in one go, and leaves everybody else alone', async () => {
    await as(ada).send('PUT', `${repo}/collaborators/eve`, { body: { role: 'Reader' } })
    const mention = async (): Promise<number> => {
      const before = (await everything(bob)).length
      await openIssue(ada, { body: 'You two, @bob and @eve' })
      await eventually(async () => expect((await everything(bob)).length).toBe(before + 1))
      return (await told(bob, 'issue_mentioned')).at(-1)?.position ?? 0
    }
    const [one, two, three] = [await mention(), await mention(), await mention()]
    await told(eve, 'issue_mentioned')
    const ofEve = await unread(eve)
    const selected = (mark: string, ...ids: readonly (number | string)[]) => {
      const fields = { mark, id: ids.map(String), here: '/notifications?show=all' }
      return as(bob).send('POST', '/notifications/selected', { headers: { accept: 'text/html' }, fields })
    }
    const marks = async () => {
      const rows = await stithy.app.db
        .selectFrom('notifications')
        .select(['read_at', 'done_at'])
        .where('user_id', '=', await userId(bob))
        .where('position', 'in', [one, two, three])
        .orderBy('position')
        .execute()
      return rows.map(({ read_at: read, done_at: isDone }) =>
        isDone !== null ? 'done' : read !== null ? 'read' : 'unread',
      )
    }
    // A number of nobody's is passed over; of those that are there, each counts once.
    const answer = await selected('read', one, two, two, three + 1000)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/notifications?show=all'])
    expect(await marks()).toEqual(['read', 'read', 'unread'])
    await selected('done', two, three)
    expect(await marks()).toEqual(['read', 'done', 'done'])
    await selected('unread', one, three)
    expect(await marks()).toEqual(['unread', 'done', 'unread'])
    expect((await selected('done')).status).toBe(303)
    expect((await selected('gone', one)).status).toBe(303)
    expect((await selected('done', one, 'x')).status).toBe(404)
    expect((await selected('done', three + 1000)).status).toBe(404)
    expect(await marks()).toEqual(['unread', 'done', 'unread'])
    expect(await unread(eve)).toBe(ofEve)
    expect((await stithy.client().send('POST', '/notifications/selected')).status).toBe(401)
  })
})
