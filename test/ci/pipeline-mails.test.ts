// What mails say about pipelines.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { newPerson, newToken, type Person, signIn } from '../support/people.ts'
import { type Body, ending, oneJob, run } from '../support/pipelines.ts'
import { commitTo } from '../support/pulls.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let client: Client
const usual = process.umask(0o077)

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
  await inTransaction(stithy.app, async (tx) => {
    const { id } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await tx.insertInto('notification_preferences').values({ user_id: id, type: 'ci_succeeded', email: 1 }).execute()
  })
})
afterAll(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function newRepo(slug: string): Promise<string> {
  expect((await client.post('user/repos', { slug, auto_init: true })).status).toBe(201)
  return `repos/ada/${slug}`
}

const mailAbout = (slug: string) =>
  eventually(async () => {
    const found = (await stithy.mails(ada.email)).find(({ subject }) => subject?.includes(`ada/${slug}:`))
    if (found === undefined) throw new Error('No mail has come')
    return found
  })

it('one that failed is told as that, with its commit, its branch, its job and its first error, masked', async () => {
  const repo = await newRepo('leaky')
  const secret = { key: 'TOKEN', value: 'hush-hush-hush', secret: true }
  expect((await client.post(`${repo}/ci/variables`, secret)).status).toBe(201)
  const script = 'echo fine\necho "error: <b>no</b> $TOKEN"\nexit 3'
  const done = await run(client, repo, { '.svc-ci.yml': oneJob(script) }, ['springs', 'main'])
  const mail = await mailAbout('leaky')
  expect(mail.subject).toBe('ada/leaky: Pipeline #1 of springs failed')
  expect(mail.text).toContain(
    `Your pipeline failed in ada/leaky.\n\nCommit ${done.commit_sha.slice(0, 10)} Change .svc-ci.yml\nBranch springs\nJob build failed with exit code 3\n`,
  )
  expect(mail.text).toMatch(/Line \d+ of the log:\n\n> error: <b>no<\/b> \S+\n/)
  expect(mail.html).toContain('error: &lt;b&gt;no&lt;/b&gt;')
  const folder = join(stithy.dataDir, 'mail')
  const kept = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  expect(kept.join()).not.toContain('hush-hush')
})

it('one that passed is told as that, with its commit alone', async () => {
  const repo = await newRepo('sound')
  await run(client, repo, { '.svc-ci.yml': oneJob('echo error') })
  const mail = await mailAbout('sound')
  expect(mail.subject).toBe('ada/sound: Pipeline #1 of main passed')
  expect(mail.text).toMatch(/Commit [0-9a-f]{10} Change \.svc-ci\.yml\nBranch main\n\nView in Stithy:\n/)
})

it('one whose file cannot be read says why', async () => {
  const repo = await newRepo('broken')
  const done = await run(client, repo, { '.svc-ci.yml': 'version: 1\njobs: 3\n' })
  expect(done.error).not.toBeNull()
  const mail = await mailAbout('broken')
  expect(mail.subject).toBe('ada/broken: Pipeline #1 of main failed')
  expect(mail.text).toContain(`> ${done.error.split('\n')[0]}`)
})

describe('one that the clock started', () => {
  // A day that hardly ever comes by itself: its time comes when the test says so.
  const broken = oneJob('exit 1', 'schedule: ["0 3 29 2 *"]\nwhen: { event: schedule }\n')
  const sound = broken.replace('exit 1', 'exit 0')

  /** Lets its time come, and waits for how it ends. */
  async function runByClock(by: Client, repo: string): Promise<Body> {
    const { total } = (await by.get(`${repo}/ci/pipelines`)).body
    await inTransaction(stithy.app, async (tx) => {
      const due = { next_at: stithy.app.clock.now() - 1, ran_for: null }
      await tx.updateTable('pipeline_schedules').set(due).execute()
      await tx.notify('pipelines')
    })
    const made = await eventually(async () => {
      const { body } = await by.get(`${repo}/ci/pipelines`)
      expect(body.items).toHaveLength(total + 1)
      return body.items[0]
    })
    return ending(by, repo, made.id)
  }

  const toldOf = async ({ email }: Person): Promise<readonly (string | undefined)[]> =>
    (await stithy.mails(email)).map(({ subject }) => subject).filter((subject) => subject?.includes('Scheduled'))

  it('is told to those who look after the repository: when it begins to fail, and daily while it fails', async () => {
    const repo = await newRepo('nightly')
    const [bob, cleo, dan] = await Promise.all(['bob', 'cleo', 'dan'].map((name) => newPerson(stithy, name)))
    if (bob === undefined || cleo === undefined || dan === undefined) throw new Error('Nobody is there')
    await client.send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Maintainer' } })
    await client.send('PUT', `${repo}/collaborators/dan`, { body: { role: 'Developer' } })
    await client.post('teams', { slug: 'night' })
    await client.send('PUT', 'teams/night/members/cleo', { body: { role: 'Reader' } })
    await client.send('PUT', 'teams/night/repos/ada/nightly', { body: { role: 'Maintainer' } })
    // A session would be over by the next day.
    const by = stithy.client('B').as(await newToken(client, ['repo:write', 'ci:read']))
    await commitTo(by, repo, 'main', { '.svc-ci.yml': broken })
    stithy.advance(day - (stithy.app.clock.now() % day) + 3 * hour)
    await runByClock(by, repo)
    await eventually(async () => {
      for (const person of [ada, bob, cleo])
        expect(await toldOf(person)).toEqual(['ada/nightly: Scheduled pipeline #1 of main failed'])
    })
    const { text } = (await stithy.mails(bob.email)).find(({ subject }) => subject?.includes('Scheduled')) ?? {}
    expect(text).toContain('A scheduled pipeline failed in ada/nightly.\n\nCommit ')
    await runByClock(by, repo)
    stithy.advance(day)
    await runByClock(by, repo)
    await eventually(async () => {
      for (const person of [ada, bob, cleo])
        expect(await toldOf(person)).toEqual([
          'ada/nightly: Scheduled pipeline #1 of main failed',
          'ada/nightly: Scheduled pipeline #3 of main failed',
        ])
    })
    await commitTo(by, repo, 'main', { '.svc-ci.yml': sound })
    await runByClock(by, repo)
    await runByClock(by, repo)
    await eventually(async () => {
      expect((await toldOf(ada)).at(-1)).toBe('ada/nightly: Scheduled pipeline #4 of main passed')
    })
    const session = stithy.client('B').as((await signIn(stithy, 'bob')).access)
    const inbox = await session.get('/notifications')
    expect(inbox.text).toContain('A scheduled pipeline passed again in ada/nightly')
    expect((await toldOf(ada)).length).toBe(3)
    expect(await toldOf(dan)).toEqual([])
  })
})
