// What is archived stays as it is, whatever happens around it; and catches up when it is archived no more.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { gitRefs, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const parent = 'repos/ada/engine'
const fork = 'repos/bob/motor'
const ci = 'version: 1\njobs: { build: { steps: [ { run: "true" } ] } }\n'

let stithy: TestStithy
let ada: Person
let mine: Client
let theirs: Client
const pulls: Record<string, Answer['body']> = {}

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  ada = await newPerson(stithy, 'ada')
  const bob = await newPerson(stithy, 'bob')
  mine = stithy.client('B').as(ada.access)
  theirs = stithy.client('B').as(bob.access)
  await newRepo(stithy, ada, 'engine', { is_public: true, auto_init: true })
  await mine.post(`${parent}/issues`, { title: 'Rings' })
  await theirs.post(`${parent}/forks`, { slug: 'motor' })
  for (const branch of ['idea', 'gone', 'quiet']) {
    await commitTo(theirs, fork, [branch, 'main'], { [`${branch}.txt`]: branch, '.svc-ci.yml': ci })
    const from = { source_repo: 'bob/motor' }
    const pull = await openPull(theirs, parent, branch, from)
    pulls[branch] = await settled(mine, parent, pull.number)
  }
  await jobsDone()
  await mine.send('PATCH', parent, { body: { archived: true } })
})
afterAll(() => stithy.stop())

/** All that follows from what was done so far. */
function jobsDone(): Promise<void> {
  return eventually(async () => {
    const left = await stithy.app.db.selectFrom('jobs').select('name').where('state', '<>', 'dead').execute()
    expect(left.map(({ name }) => name)).toEqual([])
  })
}

/** Everything about it that anybody could see. */
async function seen(): Promise<unknown> {
  const { db } = stithy.app
  const repo = await db
    .selectFrom('repos')
    .selectAll()
    .where('slug', '=', 'engine')
    .where('fork_of', 'is', null)
    .execute()
  const id = repo[0]?.id ?? 0
  const threads = await db.selectFrom('threads').selectAll().where('repo_id', '=', id).orderBy('id').execute()
  const timeline = await db
    .selectFrom('timeline_events')
    .selectAll()
    .where(
      'thread_id',
      'in',
      threads.map((thread) => thread.id),
    )
    .orderBy('id')
    .execute()
  const offered = await db.selectFrom('pulls').selectAll().where('repo_id', '=', id).orderBy('thread_id').execute()
  const pipelines = await db
    .selectFrom('pipelines')
    .select(['id', 'status', 'commit_sha'])
    .where('repo_id', '=', id)
    .orderBy('id')
    .execute()
  // Who has forked it, or starred it, is no change of it.
  return { repo, threads, timeline, offered, pipelines, refs: await gitRefs(stithy, 'ada', 'engine') }
}

it('a push to a fork, a branch that is deleted there, and words elsewhere change nothing of it', async () => {
  expect((await mine.get(parent)).body.archived).toBe(true)
  const before = await seen()
  await commitTo(theirs, fork, 'idea', { 'more.txt': 'More' })
  expect((await theirs.send('DELETE', `${fork}/branches/gone`)).status).toBe(204)
  await newRepo(stithy, ada, 'other', { is_public: true, auto_init: true })
  await mine.post('repos/ada/other/issues', { title: 'See', body: 'See ada/engine#1 and ada/engine#2' })
  await commitTo(mine, 'repos/ada/other', 'main', { 'a.txt': 'A' })
  await jobsDone()
  expect(await seen()).toEqual(before)
})

it('nobody opens, reviews or merges anything there', async () => {
  const before = await seen()
  const number = Number(pulls['idea'].number)
  const from = { source_repo: 'bob/motor' }
  const offer = { title: 'New', body: '', source_branch: 'idea', target_branch: 'main', ...from }
  const asked = [
    await theirs.post(`${parent}/pulls`, offer),
    await theirs.send('PATCH', `${parent}/pulls/${number}`, { body: { state: 'closed' } }),
    await theirs.post(`${parent}/pulls/${number}/comments`, { body: 'Ping' }),
    await mine.post(`${parent}/pulls/${number}/reviews`, { event: 'approve' }),
    await mine.post(`${parent}/pulls/${number}/merge`, { merge_method: 'merge' }),
    await mine.post(`${parent}/issues/1/comments`, { body: 'Ping' }),
  ]
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 403))
  await jobsDone()
  expect(await seen()).toEqual(before)
})

it('catches up with forks when it is archived no more', async () => {
  const head = (await gitRefs(stithy, 'bob', 'motor'))['refs/heads/idea']
  expect((await mine.send('PATCH', parent, { body: { archived: false } })).status).toBe(200)
  await jobsDone()
  const [idea, gone, quiet] = await Promise.all(
    ['idea', 'gone', 'quiet'].map(async (branch) => (await mine.get(`${parent}/pulls/${pulls[branch].number}`)).body),
  )
  expect(idea).toMatchObject({ state: 'open', head_sha: head, version: 2, mergeable: true })
  expect(gone).toMatchObject({ state: 'closed' })
  expect(quiet).toMatchObject({ state: 'open', head_sha: pulls['quiet'].head_sha, version: 1 })
  const refs = await gitRefs(stithy, 'ada', 'engine')
  expect(refs[`refs/pull/${idea.number}/head`]).toBe(head)
  const pipelines = itemsOf((await mine.get(`${parent}/ci/pipelines`)).body)
  expect(pipelines.find(({ pull, commit_sha: sha }) => pull === idea.number && sha === head)).toMatchObject({
    status: 'blocked',
  })
})
