// What mails say about pipelines.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { oneJob, run } from '../support/pipelines.ts'
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
