import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { finding, startPlatform } from '../support/dependency-track.ts'
import { newPerson } from '../support/people.ts'
import { linesOf, oneJob, outputOf, run } from '../support/pipelines.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let platform: Awaited<ReturnType<typeof startPlatform>>
let stithy: TestStithy
let client: Client

const repo = 'repos/ada/gated'
const lock = JSON.stringify({
  name: 'x',
  lockfileVersion: 3,
  packages: { '': { name: 'x', version: '1.0.0' }, 'node_modules/left-pad': { version: '1.3.0' } },
})

beforeAll(async () => {
  platform = await startPlatform()
  stithy = await startStithy({
    CI_ENABLED: 'true',
    CI_EXECUTOR: 'sandbox',
    CI_SBOM_ENABLED: 'true',
    CI_DTRACK_ENABLED: 'true',
    CI_DTRACK_URL: platform.url,
    CI_DTRACK_API_KEY: platform.key,
  })
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
  await client.post('user/repos', { slug: 'gated', auto_init: true, is_public: true })
})
afterAll(async () => {
  await stithy.stop()
  await platform.stop()
})

it('lets a sound commit pass, and keeps the document beside what the jobs leave', async () => {
  const done = await run(client, repo, { '.svc-ci.yml': oneJob('echo ran'), 'package-lock.json': lock })
  expect(done).toMatchObject({
    status: 'success',
    sbom: { result: 'PASS', critical: 0, high: 0, policy_violations: 0, components: 1 },
    stages: [{}, { name: 'sbom_gate', status: 'success', duration_ms: expect.any(Number) }, {}, {}, {}],
  })
  const { body } = await client.get(`${repo}/ci/pipelines/${done.id}/artifacts`)
  expect(body.items).toMatchObject([{ name: 'sbom.cdx.json' }])
  const document = await (await fetch(body.items[0].download_url)).json()
  expect(document).toMatchObject({ bomFormat: 'CycloneDX', components: [{ name: 'left-pad', version: '1.3.0' }] })
})

it('refuses what is critical where the repository says so, before anything runs', async () => {
  platform.mood.findings = [finding('CRITICAL')]
  const tolerated = await run(client, repo, { a: '1' })
  expect(tolerated).toMatchObject({ status: 'success', sbom: { result: 'PASS', critical: 1 } })
  await client.send('PATCH', repo, { body: { sbom_block_on_violation: true } })
  const refused = await run(client, repo, { a: '2' })
  expect(refused).toMatchObject({ status: 'error', sbom: { result: 'FAIL', critical: 1 }, jobs: [] })
  expect(await outputOf(client, repo, refused.id)).toEqual([])
  expect(refused.stages.map((stage: { status: string }) => stage.status)).toEqual([
    'success',
    'failed',
    'skipped',
    'skipped',
    'success',
  ])
})

it('refuses when the platform does not answer', async () => {
  platform.mood.findings = []
  platform.mood.broken = { at: '/', hangUp: true }
  const done = await run(client, repo, { a: '3' })
  expect(done).toMatchObject({ status: 'error', sbom: { result: 'FAIL' } })
  expect(JSON.stringify(await linesOf(client, repo, done.id))).toContain('SBOM gate: FAIL')
})
