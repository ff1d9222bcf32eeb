import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { aTime } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let eve: Person
let repo: string
let count = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  eve = await newPerson(stithy, 'eve')
})
afterAll(() => stithy.stop())

beforeEach(async () => {
  repo = `repos/ada/r${++count}`
  await as(ada).post('user/repos', { slug: `r${count}`, auto_init: true, is_public: true })
})

const as = (person: Person): Client => stithy.client('B').as(person.access)

async function set(person: Person, path: string, body: object): Promise<void> {
  const answer = await as(person).send('PUT', `${repo}${path}/subscription`, { body })
  expect(answer.status, answer.text).toBe(200)
}

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
    .orderBy('position')
    .execute()
  return rows.map((row) => row.type)
}

async function openIssue(by: Person, fields: object = {}): Promise<string> {
  return `/issues/${(await as(by).post(`${repo}/issues`, { title: 'An issue', ...fields })).body.number}`
}

const comment = (by: Person, path: string, body = 'Hm') => as(by).post(`${repo}${path}/comments`, { body })
const change = (by: Person, path: string, body: object) => as(by).send('PATCH', `${repo}${path}`, { body })

describe.each(forms)('a subscription, Form %s', (form) => {
  it.each(['repository', 'issue', 'pull request'])('of a %s is set, shown and taken back', async (what) => {
    await commitTo(as(ada), repo, ['topic', 'main'], { x: 'x\n' })
    const path = {
      repository: '',
      issue: await openIssue(ada),
      'pull request': `/pulls/${(await openPull(as(ada), repo, 'topic')).number}`,
    }[what]
    const at = `${repo}${path}/subscription`
    const client = stithy.client(form).as(bob.access)
    const none = { subscribed: false, ignored: false, created_at: null }
    expect((await client.get(at)).body).toEqual(none)
    expect((await client.send('PUT', at, { body: {} })).body).toEqual({ ...none, subscribed: true, created_at: aTime })
    const muted = { ...none, ignored: true, created_at: aTime }
    expect((await client.send('PUT', at, { body: { ignored: true } })).body).toEqual(muted)
    expect((await client.get(at)).body).toEqual(muted)
    expect((await client.send('PUT', at, { body: { ignored: true, subscribed: true } })).status).toBe(
      form === 'A' ? 422 : 400,
    )
    expect((await client.send('DELETE', at)).status).toBe(204)
    expect((await client.send('DELETE', at)).status).toBe(204)
    expect((await client.get(at)).body).toEqual(none)
  })
})

it('is for those who may read, and a token needs the scope of what it is about', async () => {
  const path = await openIssue(ada)
  const tokenOf = async (...scopes: string[]) => stithy.client('B').as(await newToken(as(bob), scopes))
  const body = {}
  expect((await stithy.client('B').send('PUT', `${repo}${path}/subscription`, { body })).status).toBe(401)
  expect((await (await tokenOf('repo:write')).send('PUT', `${repo}${path}/subscription`, { body })).status).toBe(403)
  expect((await (await tokenOf('issues:read')).send('PUT', `${repo}${path}/subscription`, { body })).status).toBe(403)
  expect((await (await tokenOf('issues:write')).send('PUT', `${repo}${path}/subscription`, { body })).status).toBe(200)
  await as(ada).send('PATCH', repo, { body: { is_public: false } })
  for (const at of ['', path]) expect((await as(bob).get(`${repo}${at}/subscription`)).status).toBe(404)
  expect((await as(ada).get(`${repo}/issues/99/subscription`)).status).toBe(404)
})

it('whoever watches an issue is told of comments and of its end, and of no other issue', async () => {
  const [one, other] = [await openIssue(ada), await openIssue(ada)]
  await set(bob, one, {})
  for (const path of [one, other]) await comment(ada, path)
  expect(await toldOf(bob)).toEqual(['issue_commented'])
  for (const path of [one, other]) await change(ada, path, { state: 'closed' })
  expect(await toldOf(bob)).toEqual(['issue_commented', 'issue_closed'])
  expect(await toldOf(ada)).toEqual([])
})

it('whoever watches a repository is told of all its issues and pull requests', async () => {
  await set(bob, '', { subscribed: true })
  const issue = await openIssue(ada)
  expect(await toldOf(bob)).toEqual(['issue_opened'])
  await comment(ada, issue)
  expect(await toldOf(bob)).toEqual(['issue_opened', 'issue_commented'])
  await commitTo(as(ada), repo, ['topic', 'main'], { x: 'x\n' })
  const pull = `/pulls/${(await openPull(as(ada), repo, 'topic')).number}`
  expect(await toldOf(bob)).toEqual(['issue_opened', 'issue_commented', 'pr_opened'])
  await comment(ada, pull)
  expect(await toldOf(bob)).toEqual(['issue_opened', 'issue_commented', 'pr_opened', 'pr_commented'])
  await change(ada, pull, { state: 'closed' })
  expect(await toldOf(bob)).toEqual(['issue_opened', 'issue_commented', 'pr_opened', 'pr_commented', 'pr_closed'])
  expect(await toldOf(ada)).toEqual([])
})

it('whoever watches a repository is told once of an issue that calls them, and of a pull request that they are to review', async () => {
  await set(bob, '', {})
  await openIssue(ada, { body: 'What do you think, @bob?' })
  expect(await toldOf(bob)).toEqual(['issue_mentioned'])
  await commitTo(as(ada), repo, ['topic', 'main'], { x: 'x\n' })
  const asked = { title: 'A pull', source_branch: 'topic', target_branch: 'main', reviewers: ['bob'] }
  expect((await as(ada).post(`${repo}/pulls`, asked)).status).toBe(201)
  expect(await toldOf(bob)).toEqual(['issue_mentioned', 'review_requested'])
})

it('an issue that is opened for somebody tells them once, as what concerns them most', async () => {
  await set(bob, '', {})
  await openIssue(ada, { assignees: ['bob'] })
  expect(await toldOf(bob)).toEqual(['issue_assigned'])
  await openIssue(ada, { assignees: ['bob'], body: 'For you, @bob' })
  expect(await toldOf(bob)).toEqual(['issue_assigned', 'issue_mentioned'])
  await commitTo(as(ada), repo, ['topic', 'main'], { x: 'x\n' })
  const asked = {
    title: 'A pull',
    source_branch: 'topic',
    target_branch: 'main',
    reviewers: ['bob'],
    assignees: ['bob'],
  }
  expect((await as(ada).post(`${repo}/pulls`, asked)).status).toBe(201)
  expect(await toldOf(bob)).toEqual(['issue_assigned', 'issue_mentioned', 'review_requested'])
})

it('whoever takes an issue on themselves, or has muted it, is not told that it is theirs', async () => {
  await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
  const path = await openIssue(bob, { assignees: ['bob'] })
  await change(bob, path, { assignees: [] })
  await change(bob, path, { assignees: ['bob'] })
  expect(await toldOf(bob)).toEqual(['repo_access_granted'])
  await set(bob, path, { ignored: true })
  await change(ada, path, { assignees: [] })
  await change(ada, path, { assignees: ['bob'] })
  expect(await toldOf(bob)).toEqual(['repo_access_granted'])
})

it('of what is opened nobody is told who has not asked for it, whatever their role', async () => {
  await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Maintainer' } })
  await as(ada).send('DELETE', `${repo}/subscription`)
  await openIssue(bob)
  await openIssue(ada)
  expect(await toldOf(ada)).toEqual([])
  expect(await toldOf(bob)).toEqual(['repo_access_granted'])
})

it('whoever makes a repository watches it, and not the one that they fork', async () => {
  expect((await as(ada).get(`${repo}/subscription`)).body).toMatchObject({ subscribed: true })
  const path = await openIssue(bob)
  await comment(eve, path)
  expect((await toldOf(ada)).toSorted()).toEqual(['issue_commented', 'issue_opened'])
  const forked = await as(bob).post(`${repo}/forks`, {})
  expect(forked.status, forked.text).toBe(201)
  expect((await as(bob).get(`repos/bob/r${count}/subscription`)).body).toMatchObject({ subscribed: false })
})

it('whoever makes a repository for a team watches it, and the others in the team do not', async () => {
  await as(bob).post('teams', { slug: 'makers' })
  await as(bob).send('PUT', 'teams/makers/members/eve', { body: { role: 'Developer' } })
  expect((await as(bob).post('user/repos', { slug: 'shared', owner: 'makers' })).status).toBe(201)
  const watches = async (person: Person) => (await as(person).get('repos/makers/shared/subscription')).body.subscribed
  expect([await watches(bob), await watches(eve)]).toEqual([true, false])
})

it.each([
  ['commented', (path: string) => comment(bob, path)],
  ['was mentioned', (path: string) => comment(ada, path, 'Look, @bob')],
  ['was assigned', (path: string) => change(ada, path, { assignees: ['bob'] })],
])('who %s takes part: they are told of later comments and of the end', async (_, begin) => {
  const path = await openIssue(ada)
  await comment(ada, path)
  await begin(path)
  const before = (await toldOf(bob)).length
  await comment(ada, path)
  await change(ada, path, { state: 'closed' })
  expect((await toldOf(bob)).slice(before).toSorted()).toEqual(['issue_closed', 'issue_commented'])
  await set(bob, path, { ignored: true })
  await comment(ada, path)
  expect((await toldOf(bob)).slice(before)).toHaveLength(2)
  await as(bob).send('DELETE', `${repo}${path}/subscription`)
  await set(bob, '', { ignored: true })
  await comment(ada, path)
  expect((await toldOf(bob)).slice(before)).toHaveLength(2)
})

it('whoever wrote an issue is told that it was closed, and whoever closed it is not', async () => {
  const path = await openIssue(bob)
  await change(ada, path, { state: 'closed' })
  expect(await toldOf(bob)).toEqual(['issue_closed'])
  expect(await toldOf(ada)).toEqual(['issue_opened'])
})

it('whoever reviewed a pull request is told of comments, verdicts and the merge', async () => {
  await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
  await as(ada).send('PUT', `${repo}/collaborators/eve`, { body: { role: 'Developer' } })
  await commitTo(as(ada), repo, ['topic', 'main'], { x: 'x\n' })
  const { number } = await openPull(as(ada), repo, 'topic')
  const pull = `/pulls/${number}`
  const review = (by: Person, body: object) => as(by).post(`${repo}${pull}/reviews`, body)
  await review(bob, { event: 'approve' })
  await comment(eve, pull)
  await review(eve, { event: 'request_changes', body: 'Not yet' })
  await review(eve, { event: 'approve', body: 'Now, @bob' })
  await settled(as(ada), repo, number)
  expect((await as(ada).post(`${repo}${pull}/merge`, { merge_method: 'merge' })).status).toBe(200)
  const heard = ['repo_access_granted', 'pr_commented', 'pr_changes_requested', 'issue_mentioned', 'pr_merged']
  // Of what happens at once, either may be told first.
  expect((await toldOf(bob)).toSorted()).toEqual(heard.toSorted())
  const ofTheirs = ['pr_approved', 'pr_approved', 'pr_changes_requested', 'pr_commented']
  expect((await toldOf(ada)).toSorted()).toEqual(ofTheirs)
})

it('whoever takes part and is called by name is told that, and once', async () => {
  const path = await openIssue(ada)
  await comment(bob, path)
  await set(bob, path, {})
  await comment(ada, path, 'And you, @bob?')
  expect(await toldOf(bob)).toEqual(['issue_mentioned'])
})

it('whoever took part and may not see it any more is told nothing', async () => {
  const path = await openIssue(ada)
  await comment(bob, path)
  await as(ada).send('PATCH', repo, { body: { is_public: false } })
  await comment(ada, path)
  expect(await toldOf(bob)).toEqual([])
})

it('the page of a thread says why somebody is told, and lets them choose', async () => {
  const path = await openIssue(ada)
  const at = `/ada/r${count}${path}`
  const part = async () => {
    const { text } = await stithy.client().get(at, { cookie: bob.cookie })
    return /<h2>Notifications<[^]*?<\/section>/.exec(text)?.[0] ?? ''
  }
  const choices = async () => Array.from((await part()).matchAll(/action="[^"]*\/(\w+)"/g), ([, word]) => word)
  expect((await stithy.client().get(at)).text).not.toContain('<h2>Notifications<')
  expect(await part()).toContain('what concerns you')
  await comment(bob, path)
  expect(await part()).toContain('You take part')
  expect(await choices()).toEqual(['mute'])
  await stithy.client().send('POST', `${at}/mute`, { cookie: bob.cookie, fields: {} })
  expect(await part()).toContain('You have muted this')
  expect(await choices()).toEqual(['watch', 'unwatch'])
  await stithy.client().send('POST', `${at}/unwatch`, { cookie: bob.cookie, fields: {} })
  await set(bob, '', { ignored: true })
  expect(await part()).toContain('You have muted the repository')
  await set(bob, '', {})
  expect(await part()).toContain('You watch the repository')
  await set(bob, path, {})
  expect(await part()).toContain('You watch this')
})

it.each(['an issue', 'a pull request'])('who opens the page of %s has read what they were told of it', async (what) => {
  await commitTo(as(ada), repo, ['topic', 'main'], { x: 'x\n' })
  const [number, other] = [(await openPull(as(ada), repo, 'topic')).number, await openIssue(ada)]
  const path = what === 'an issue' ? await openIssue(ada) : `/pulls/${number}`
  for (const at of [path, other]) await comment(ada, at, 'Hear, @bob and @eve')
  await toldOf(bob)
  const unread = async (person: Person): Promise<number> => {
    const page = await stithy.client().get(`/notifications?repo=ada/r${count}`, { cookie: person.cookie })
    return page.text.split('data-row=').length - 1
  }
  const bell = ({ text }: { readonly text: string }): number => Number(/data-unread[^>]*>(\d+)/.exec(text)?.[1])
  expect([await unread(bob), await unread(eve)]).toEqual([2, 2])
  const before = bell(await stithy.client().get('/dashboard', { cookie: bob.cookie }))
  const at = `/ada/r${count}${path}`
  await stithy.client().get(at)
  await stithy
    .client('B')
    .as(await newToken(as(bob), ['repo:read', 'issues:read', 'pulls:read']))
    .get(at)
  expect(await unread(bob)).toBe(2)
  expect(bell(await stithy.client().get(at, { cookie: bob.cookie }))).toBe(before - 1)
  expect([await unread(bob), await unread(eve)]).toEqual([1, 2])
  // Nothing is written where nothing is new; jobs may still be at work.
  await eventually(async () => {
    const version = await stithy.app.db.version()
    expect((await stithy.client().get(at, { cookie: bob.cookie })).status).toBe(200)
    expect(await stithy.app.db.version()).toBe(version)
  })
})

it('whoever watches and is concerned is told once', async () => {
  await set(bob, '', {})
  const path = await openIssue(bob)
  await set(bob, path, {})
  await comment(ada, path, 'Well, @bob')
  expect(await toldOf(bob)).toHaveLength(1)
})

it('whoever has muted an issue is told of nothing there, not even when they are called', async () => {
  const path = await openIssue(bob)
  await set(bob, path, { ignored: true })
  await comment(ada, path, 'Please, @bob')
  expect(await toldOf(bob)).toEqual([])
  await as(bob).send('DELETE', `${repo}${path}/subscription`)
  await comment(ada, path, 'Still there?')
  expect(await toldOf(bob)).toEqual(['issue_commented'])
})

it('whoever has muted a repository is told of nothing but access, save where they watch', async () => {
  const [quiet, watched] = [await openIssue(bob), await openIssue(ada)]
  await set(bob, '', { ignored: true })
  await set(bob, watched, { subscribed: true })
  await comment(ada, quiet, 'Please, @bob')
  await comment(ada, watched)
  await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
  expect((await toldOf(bob)).toSorted()).toEqual(['issue_commented', 'repo_access_granted'])
})

it('whoever lost access is told of nothing, though they watch', async () => {
  const path = await openIssue(ada)
  await set(bob, '', {})
  await set(bob, path, {})
  await as(ada).send('PATCH', repo, { body: { is_public: false } })
  await comment(ada, path)
  await openIssue(ada)
  expect(await toldOf(bob)).toEqual([])
})
