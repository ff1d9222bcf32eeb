// What becomes of a pipeline when its branch or pull request has gone on to a newer commit.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken } from '../support/people.ts'
import { type Body, ending, oneJob, pipelineOf } from '../support/pipelines.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let count = 0
/** What still waits or runs when a test ends: there is room for one at a time. */
const left: [repo: string, id: string][] = []

const usual = process.umask(0o077)
beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', CI_CONCURRENCY: '1' })
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterEach(async () => {
  for (const [repo, id] of left.splice(0)) await client.post(`${repo}/ci/pipelines/${id}/cancel`)
})
afterAll(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function newRepo(file: string): Promise<string> {
  const slug = `s${++count}`
  expect((await client.post('user/repos', { slug, auto_init: true })).status).toBe(201)
  const repo = `repos/ada/${slug}`
  await commitTo(client, repo, 'main', { '.svc-ci.yml': file })
  return repo
}

const slow = (more = '') => oneJob('sleep 4319', more)

const lastOnly = 'on_new_commit: cancel_waiting\n'

async function pushed(repo: string, branch: Parameters<typeof pipelineOf>[3], text: string): Promise<Body> {
  const made = await pipelineOf(client, repo, { a: text }, branch)
  left.push([repo, made.id])
  return made
}

/** Puts a branch where another commit of the repository is. */
async function move(repo: string, sha: string, branch: string): Promise<void> {
  const tree = await newFolder()
  const remote = addressOf(stithy, await newToken(client, ['repo:write']), repo.replace('repos/', ''))
  await git(tree, 'clone', '-q', '--bare', remote, '.')
  await git(tree, 'push', '-qf', remote, `${sha}:refs/heads/${branch}`)
}

/** Somebody is at work: whatever comes next waits. */
async function occupy(): Promise<void> {
  const repo = await newRepo(slow('when: { event: manual }\n'))
  const { body } = await client.post(`${repo}/ci/pipelines/trigger`, {})
  left.push([repo, body.id])
  await eventually(async () => expect(await statusOf(repo, body)).toBe('running'))
}

const statusOf = async (repo: string, { id }: Body): Promise<string> =>
  (await client.get(`${repo}/ci/pipelines/${id}`)).body.status

it('one that waits is canceled when a newer commit of its branch gets another, and says why', async () => {
  await occupy()
  const repo = await newRepo(oneJob('true', `when: { branch: work }\n${lastOnly}`))
  const first = await pushed(repo, ['work', 'main'], '1')
  const second = await pushed(repo, 'work', '2')
  expect(await ending(client, repo, first.id)).toMatchObject({
    status: 'canceled',
    error: `A newer commit of work has a pipeline: #${second.number}`,
    started_at: null,
  })
  expect(await statusOf(repo, second)).toMatch(/created|pending/)
})

it('what waits for the default branch, a protected one, or by hand is run for every commit', async () => {
  await occupy()
  const repo = await newRepo(oneJob('true', `when: { event: [push, manual], branch: [main, kept, work] }\n${lastOnly}`))
  await client.post(`${repo}/branch-protections`, { pattern: 'kept', push_role: 'Developer' })
  const made = [await pushed(repo, 'main', '1'), await pushed(repo, ['kept', 'main'], '2')]
  const { body: byHand } = await client.post(`${repo}/ci/pipelines/trigger`, { ref: 'kept' })
  await client.post(`${repo}/branches`, { name: 'work', target: 'kept' })
  const { body: ofWork } = await client.post(`${repo}/ci/pipelines/trigger`, { ref: 'work' })
  made.push(byHand, ofWork, await pushed(repo, 'main', '3'), await pushed(repo, 'kept', '4'))
  left.push([repo, byHand.id], [repo, ofWork.id])
  // By the time that this one is gone, the others have been looked at.
  const older = await pushed(repo, 'work', '5')
  const newer = await pushed(repo, 'work', '6')
  await eventually(async () => expect(await statusOf(repo, older)).toBe('canceled'))
  for (const one of [...made, newer]) expect(await statusOf(repo, one), `#${one.number}`).toMatch(/created|pending/)
})

it('one that runs goes on, unless the file of the newer commit says «cancel»', async () => {
  const repo = await newRepo(slow(`when: { branch: work }\n${lastOnly}`))
  const first = await pushed(repo, ['work', 'main'], '1')
  await eventually(async () => expect(await statusOf(repo, first)).toBe('running'))
  const waiting = await pushed(repo, 'work', '2')
  const newest = await pushed(repo, 'work', '3')
  await eventually(async () => expect(await statusOf(repo, waiting)).toBe('canceled'))
  expect(await statusOf(repo, first)).toBe('running')
  const strict = slow('when: { branch: work }\non_new_commit: cancel\n')
  const last = await pipelineOf(client, repo, { '.svc-ci.yml': strict }, 'work')
  left.push([repo, last.id])
  for (const one of [first, newest]) {
    expect((await ending(client, repo, one.id)).error).toBe(`A newer commit of work has a pipeline: #${last.number}`)
  }
})

it('without a word of it, every one of them runs', async () => {
  await occupy()
  const repo = await newRepo(oneJob('true', 'when: { branch: [work, other] }\n'))
  const first = await pushed(repo, ['work', 'main'], '1')
  const second = await pushed(repo, 'work', '2')
  const other = { '.svc-ci.yml': oneJob('true', `when: { branch: other }\n${lastOnly}`) }
  const stale = await pipelineOf(client, repo, other, ['other', 'main'])
  left.push([repo, stale.id])
  await pushed(repo, 'other', '3')
  await eventually(async () => expect(await statusOf(repo, stale)).toBe('canceled'))
  for (const one of [first, second]) expect(await statusOf(repo, one)).toMatch(/created|pending/)
})

it('what a newer one does not look at is run for itself', async () => {
  await occupy()
  const file = `version: 1
on_new_commit: cancel_waiting
when: { branch: [staging, work] }
jobs: { code: { when: { path: "src/**" }, steps: [ { run: "true" } ] } }
`
  const repo = await newRepo(file)
  await client.post(`${repo}/branches`, { name: 'staging' })
  // It only follows the default branch, so each push is for what it brings.
  const follow = async (path: string): Promise<Body> => {
    const sha = await commitTo(client, repo, 'main', { [path]: '1' })
    await move(repo, sha, 'staging')
    const [made] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
    left.push([repo, String(made?.['id'])])
    return made as Body
  }
  const code = await follow('src/a')
  await follow('docs/a')
  const older = await pushed(repo, ['work', 'main'], '1')
  await pushed(repo, 'work', '2')
  await eventually(async () => expect(await statusOf(repo, older)).toBe('canceled'))
  expect(await statusOf(repo, code)).toMatch(/created|pending/)
})

it('a pull request that goes on leaves nothing of its earlier commits in the queue', async () => {
  await occupy()
  const repo = await newRepo(oneJob('true', `when: { event: pull_request }\n${lastOnly}`))
  const made = async (sha: string): Promise<Body> => {
    const [one] = await eventually(async () => {
      const found = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
      expect(found).toHaveLength(1)
      return found
    })
    left.push([repo, String(one?.['id'])])
    return one as Body
  }
  const sha = await commitTo(client, repo, ['work', 'main'], { a: '1' })
  const { number } = await openPull(client, repo, 'work')
  const first = await made(sha)
  const second = await made(await commitTo(client, repo, 'work', { a: '2' }))
  expect((await ending(client, repo, first.id)).error).toBe(
    `A newer commit of pull request #${number} has a pipeline: #${second.number}`,
  )
  // Back at the commit that was left: its pipeline was withdrawn, so it gets another.
  await move(repo, sha, 'work')
  await eventually(async () => {
    const again = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
    expect(again).toMatchObject([{ status: expect.stringMatching(/created|pending/) }, { id: first.id }])
    left.push([repo, String(again[0]?.['id'])])
    expect(await statusOf(repo, second)).toBe('canceled')
  })
})
