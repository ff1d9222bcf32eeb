import { afterAll, beforeAll, expect, it } from 'vitest'
import { day } from '../../src/core/clock.ts'
import { forgetLogs } from '../../src/features/pipelines/forget-logs.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { ending, linesOf, outputOf, pipelineOf, run } from '../support/pipelines.ts'
import { newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const repo = 'repos/ada/shop'
let stithy: TestStithy
let ada: Person
let client: Client

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', CI_SBOM_ENABLED: 'true' })
  ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'shop')
})
afterAll(() => stithy.stop())

async function pageAt(path: string): Promise<string> {
  const { status, text } = await stithy.client().get(`/ada/shop${path}`, { cookie: ada.cookie })
  expect(status).toBe(200)
  return text
}

const twoJobs = (script: string): string => `version: 1
jobs:
  first: { steps: [{ run: echo first }] }
  second: { needs: first, steps: [{ run: ${script} }] }
  tagged: { when: { tag: "*" }, steps: [{ run: echo tagged }] }
`

it('say of a gate without an analysis that nobody has looked, instead of counting nothing', async () => {
  const done = await run(client, repo, {
    '.svc-ci.yml': twoJobs('"true"'),
    'package-lock.json': JSON.stringify({ packages: { 'node_modules/left-pad': { version: '1.3.0' } } }),
  })
  expect(done).toMatchObject({ status: 'success', sbom: { result: 'PASS', analysed: false, components: 1 } })
  const pipeline = await pageAt(`/ci/pipelines/${done.id}`)
  expect(pipeline).toContain('no analysis is set up')
  expect(pipeline).not.toMatch(/Critical|Policy violations/)
  expect(pipeline).toContain(`href="/ada/shop/sbom?ref=${done.commit_sha}"`)
  const components = await pageAt(`/sbom?ref=${done.commit_sha}`)
  expect(components).toContain('Nobody has looked for vulnerabilities in this commit.')
  expect(components).toContain('Not analysed')
  expect(components).not.toContain('Nothing was found.')
  // Of its jobs one was left out, and none has failed.
  expect(pipeline).not.toContain('Run failed jobs again')
})

it('offer to run failed jobs again as long as some fail, also of what was run again for those', async () => {
  const failed = await run(client, repo, { '.svc-ci.yml': twoJobs('"false"') })
  expect(await pageAt(`/ci/pipelines/${failed.id}`)).toContain('Run failed jobs again')
  const { body } = await client.post(`${repo}/ci/pipelines/${failed.id}/retry?only=failed`)
  await ending(client, repo, body.id)
  expect(await pageAt(`/ci/pipelines/${body.id}`)).toContain('Run failed jobs again')
})

it('say when the schedule comes next', async () => {
  await run(client, repo, { '.svc-ci.yml': `schedule: "0 3 * * *"\n${twoJobs('"true"')}` })
  const [planned] = await stithy.app.db.selectFrom('pipeline_schedules').select('next_at').execute()
  const at = new Date(planned?.next_at ?? 0).toISOString()
  expect(await pageAt('/ci/config')).toMatch(new RegExp(`Runs next by its schedule <time datetime="${at}"`))
  await run(client, repo, { '.svc-ci.yml': twoJobs('"true"') })
  expect(await pageAt('/ci/config')).not.toContain('Runs next')
})

it('show what one job wrote by itself where the log is long, and the API lists it', async () => {
  const file = `version: 1
jobs:
  short: { steps: [{ name: words, run: "echo in the beginning; echo and the end" }] }
  long: { needs: short, steps: [{ run: "yes 0,0,0, | head -n 3000" }] }
`
  const done = await run(client, repo, { '.svc-ci.yml': file })
  const at = `/ada/shop/ci/pipelines/${done.id}`
  const whole = await pageAt(`/ci/pipelines/${done.id}`)
  expect(whole).not.toContain('in the beginning')
  expect(whole).toContain(`href="${at}?job=0#log-0"`)
  const short = await pageAt(`/ci/pipelines/${done.id}?job=0`)
  expect(short).toContain('3 lines of short')
  expect(short).toContain('in the beginning')
  expect(short).toContain('id="log-0-0" open')
  expect(short).not.toContain('0,0,0')
  expect(short).toContain(`href="${at}/logs.txt?job=0"`)
  expect((await pageAt(`/ci/pipelines/${done.id}/logs.txt?job=0`)).trim().split('\n')).toEqual([
    expect.stringContaining(' [short] Runs in a sandbox'),
    expect.stringMatching(/ \[short\] in the beginning$/),
    expect.stringMatching(/ \[short\] and the end$/),
  ])
  const long = await pageAt(`/ci/pipelines/${done.id}?job=1`)
  expect(long).toContain('The last 2,000 of 3,001 lines of long')
  expect(long).not.toContain('in the beginning')
  for (const job of ['9', '-1', 'x']) expect(await pageAt(`/ci/pipelines/${done.id}?job=${job}`)).toContain('Lines ')
  const logs = `${repo}/ci/pipelines/${done.id}/logs`
  const { body } = await client.get(`${logs}?job=0&per_page=2&page=2`)
  expect(body).toMatchObject({ total: 3, page: 2, per_page: 2, items: [{ content: 'and the end', job: 0, step: 0 }] })
  expect((await client.get(`${logs}?job=1&page=31`)).body).toMatchObject({ total: 3001, items: [{ job: 1 }] })
  expect((await client.get(`${logs}?job=9`)).body).toMatchObject({ total: 0, items: [] })
  expect((await client.get(`${logs}?job=-1`)).status).toBe(400)
})

it('count what was canceled neither as passed nor as failed', async () => {
  const quick = (word: string) => ({ '.svc-ci.yml': `version: 1\njobs: { a: { steps: [{ run: echo ${word} }] } }\n` })
  expect((await run(client, repo, quick('one'), ['counted', 'main'])).status).toBe('success')
  expect((await run(client, repo, quick('two'), 'counted')).status).toBe('success')
  const slow = 'version: 1\njobs: { a: { steps: [{ run: "echo begun; sleep 4316" }] } }\n'
  const { id } = await pipelineOf(client, repo, { '.svc-ci.yml': slow }, 'counted')
  await eventually(async () => expect(await outputOf(client, repo, id)).toEqual(['begun']))
  await client.post(`${repo}/ci/pipelines/${id}/cancel`)
  const page = (await pageAt('/ci/pipelines?branch=counted')).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(page).toContain('The last 2 finished')
  expect(page).toContain('Passed 100 %')
})

it('say that a log is gone once its time is over, and those of younger pipelines stay', async () => {
  const old = await run(client, repo, { '.svc-ci.yml': twoJobs('echo long ago') })
  stithy.advance(366 * day)
  ada = { ...ada, ...(await signIn(stithy, 'ada')) }
  client = stithy.client('B').as(ada.access)
  const young = await run(client, repo, { '.svc-ci.yml': twoJobs('echo just now') })
  await forgetLogs(stithy.app)
  expect(await linesOf(client, repo, old.id)).toMatchObject([{ content: expect.stringContaining('kept for 365 days') }])
  expect(await outputOf(client, repo, young.id)).toContain('just now')
  const page = await pageAt(`/ci/pipelines/${old.id}`)
  expect(page).toContain('The log is gone: logs are kept for 365 days')
  expect((await pageAt(`/ci/pipelines/${old.id}/logs.txt`)).trim()).toMatch(/The log is gone.*days$/)
  // What the next day finds has been dealt with.
  await forgetLogs(stithy.app)
  expect(await linesOf(client, repo, old.id)).toHaveLength(1)
})
