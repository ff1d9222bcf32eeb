// Jobs that are tried again when they fail.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { linesOf, outputOf, run } from '../support/pipelines.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let ada: Person

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

async function newRepo(slug: string): Promise<string> {
  expect((await client.post('user/repos', { slug, auto_init: true })).status).toBe(201)
  return `repos/ada/${slug}`
}

it('a job that fails is tried again, from the beginning and with nothing left of before, until it passes', async () => {
  const repo = await newRepo('flaky')
  const file = `version: 1
jobs:
  test:
    retry: 3
    steps:
      - { name: prepare, run: "ls; echo $CI_JOB_ATTEMPT > left" }
      - { name: try, run: "test $CI_JOB_ATTEMPT = 3" }
      - { name: end, run: "echo passed" }
    artifacts: { paths: [left] }
  after: { needs: [test], steps: [{ run: "cat left" }] }
`
  const done = await run(client, repo, { '.svc-ci.yml': file })
  expect(done).toMatchObject({
    status: 'success',
    jobs: [
      { name: 'test', status: 'success', steps: [{ status: 'success' }, { status: 'success' }, { status: 'success' }] },
      { name: 'after', status: 'success' },
    ],
  })
  const output = await outputOf(client, repo, done.id)
  expect(output.filter((line) => ['README.md', 'left', 'passed', '3'].includes(line))).toEqual([
    'README.md',
    'README.md',
    'README.md',
    'passed',
    '3',
  ])
  const said = (await linesOf(client, repo, done.id)).filter(({ content }) => content.includes('Attempt'))
  // In the step that failed, between what it wrote before and what it writes then.
  expect(said).toMatchObject([
    { content: 'Attempt 1 of 4 failed: it is tried again', job: 0, step: 1 },
    { content: 'Attempt 2 of 4 failed: it is tried again', job: 0, step: 1 },
  ])
  expect((await client.get(`${repo}/ci/pipelines/${done.id}/artifacts`)).body.items).toHaveLength(1)
  expect(done.jobs).toMatchObject([{ attempt: 3 }, { attempt: 1 }])
  const at = `/ada/flaky/ci/pipelines/${done.id}`
  const page = (await stithy.client().get(at, { cookie: ada.cookie })).text
  expect(page).toContain('attempt 3 of 4')
  const why = /href="([^"]*)"[^>]*aria-label="Why test was tried again"/.exec(page)?.[1] ?? ''
  const led = await stithy.client().get(why.replace('&amp;', '&'), { cookie: ada.cookie })
  const first = (await linesOf(client, repo, done.id)).find(({ content }) => content.startsWith('Attempt 1'))
  expect([led.status, led.headers.get('location')]).toEqual([303, expect.stringMatching(`#L${first?.line}$`)])
})

it('one that fails every time has failed, and one that takes too long is not tried again', async () => {
  const repo = await newRepo('broken')
  const file = `version: 1
jobs:
  broken: { retry: 1, steps: [{ run: "echo attempt $CI_JOB_ATTEMPT; exit 7" }] }
  slow: { retry: 1, timeout: 1s, steps: [{ run: "echo slow $CI_JOB_ATTEMPT; sleep 4319" }] }
`
  const done = await run(client, repo, { '.svc-ci.yml': file })
  expect(done.jobs).toMatchObject([{ status: 'failed', exit_code: 7 }, { status: 'timed_out' }])
  const output = await outputOf(client, repo, done.id)
  expect(output.filter((line) => /^(?:attempt|slow) /.test(line)).toSorted()).toEqual([
    'attempt 1',
    'attempt 2',
    'slow 1',
  ])
})
