// Jobs that wait until somebody runs them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { type Body, ending, linesOf, outputOf, run } from '../support/pipelines.ts'
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
  expect((await client.post('user/repos', { slug, auto_init: true, is_public: true })).status).toBe(201)
  return `repos/ada/${slug}`
}

const file = (test: string) => `version: 1
jobs:
  test: { steps: [{ run: "${test}" }] }
  build:
    steps: [{ run: "echo built > out" }]
    artifacts: { paths: [out] }
  deploy:
    needs: [test, build]
    manual: true
    steps: [{ run: "cat out; echo deployed" }]
  smoke: { needs: [deploy], steps: [{ run: "echo smoke" }] }
  tidy: { needs: [smoke], when: { status: [success, failure] }, steps: [{ run: "echo tidy" }] }
  announce: { needs: [deploy], manual: true, steps: [{ run: "echo announced" }] }
  elsewhere: { manual: true, when: { branch: other }, steps: [{ run: "true" }] }
`

const statusesOf = (one: Body): Readonly<Record<string, string>> =>
  Object.fromEntries(one.jobs.map(({ name, status }: Body) => [name, status]))

const retry = async (repo: string, id: string, query: string): Promise<Body> => {
  const made = await client.post(`${repo}/ci/pipelines/${id}/retry?${query}`)
  expect(made.status, made.text).toBe(201)
  return ending(client, repo, made.body.id)
}

it('wait with all that need them, and run with these and with what was made before', async () => {
  const repo = await newRepo('gated')
  const first = await run(client, repo, { '.svc-ci.yml': file('true') })
  expect(first.status).toBe('success')
  expect(statusesOf(first)).toEqual({
    test: 'success',
    build: 'success',
    deploy: 'skipped',
    smoke: 'skipped',
    tidy: 'skipped',
    announce: 'skipped',
    elsewhere: 'skipped',
  })
  // One that is not for this branch waits for nobody.
  const manual = first.jobs.filter((job: Body) => job.manual).map((job: Body) => job.name)
  expect(manual).toEqual(['deploy', 'announce'])
  const said = (await linesOf(client, repo, first.id)).map(({ content }) => String(content))
  expect(said.filter((line) => line.startsWith('Skipped')).toSorted()).toEqual([
    'Skipped: it needs deploy, which waits until somebody runs it',
    'Skipped: it needs smoke, which waits until somebody runs it',
    'Skipped: it waits until somebody runs it',
    'Skipped: it waits until somebody runs it',
    'Skipped: its «when» does not name this branch',
  ])
  const page = await client.get(`/ada/gated/ci/pipelines/${first.id}`)
  expect(page.text).toContain('aria-label="Run deploy"')
  // What it needs is waiting itself.
  expect(page.text).not.toContain('aria-label="Run announce"')
  expectFault(await client.post(`${repo}/ci/pipelines/${first.id}/retry?job=announce`), 'B', 'conflict')
  expectFault(await client.post(`${repo}/ci/pipelines/${first.id}/retry?job=deplyo`), 'B', 'invalid', {
    details: ['job: unknown'],
  })
  // As the button does.
  const pressed = await stithy
    .client()
    .send('POST', `/ada/gated/ci/pipelines/${first.id}/retry`, { cookie: ada.cookie, fields: { job: 'deploy' } })
  expect(pressed.status).toBe(303)
  const second = await ending(client, repo, pressed.headers.get('location')?.split('/').at(-1) ?? '')
  expect(second).toMatchObject({ status: 'success', retry_of: first.id, triggered_by: 'ada' })
  expect(statusesOf(second)).toMatchObject({ test: 'skipped', deploy: 'success', smoke: 'success', tidy: 'success' })
  expect(statusesOf(second)['announce']).toBe('skipped')
  expect((await outputOf(client, repo, second.id)).toSorted()).toEqual(['built', 'deployed', 'smoke', 'tidy'])
  const third = await retry(repo, second.id, 'job=announce')
  expect(await outputOf(client, repo, third.id)).toEqual(['announced'])
})

it('are not run with what has failed, nor before it is mended', async () => {
  const repo = await newRepo('held')
  const first = await run(client, repo, { '.svc-ci.yml': file('exit 1') })
  expect(first.status).toBe('failed')
  // Nor is any other by itself: its success would be that of the commit, and hide what has failed.
  for (const job of ['deploy', 'build']) {
    const refused = await client.post(`${repo}/ci/pipelines/${first.id}/retry?job=${job}`)
    expectFault(refused, 'B', 'conflict')
    expect(refused.body.message).toBe('Not everything in this pipeline has succeeded: run what failed again first')
  }
  expect((await client.get(`/ada/held/ci/pipelines/${first.id}`)).text).not.toContain('aria-label="Run deploy"')
  const again = await retry(repo, first.id, 'only=failed')
  expect(statusesOf(again)).toMatchObject({ test: 'failed', build: 'skipped', deploy: 'skipped', smoke: 'skipped' })
  const bob = stithy.client('B').as((await newPerson(stithy, 'bob')).access)
  expectFault(await bob.post(`${repo}/ci/pipelines/${first.id}/retry?job=build`), 'B', 'forbidden')
})

it('leave any other job to be run again by itself', async () => {
  const repo = await newRepo('alone')
  const first = await run(client, repo, { '.svc-ci.yml': file('true') })
  const again = await retry(repo, first.id, 'job=test')
  expect(statusesOf(again)).toMatchObject({ test: 'success', build: 'skipped', deploy: 'skipped', smoke: 'skipped' })
})
