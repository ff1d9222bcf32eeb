// kill -9 of the worker in each stage of a pipeline: one end, every effect once, and nothing left behind.
import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Checkpoint } from '../../src/core/checkpoint.ts'
import { select } from '../process/database.ts'
import { onPostgres } from '../process/stithy-process.ts'
import type { Client } from '../support/client.ts'
import { type Body, ending, oneJob, outputOf, pipelineOf } from '../support/pipelines.ts'
import { commitTo } from '../support/pulls.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually } from '../support/stithy.ts'
import { inTurns } from '../support/thorough.ts'
import { Mortal } from './mortal.ts'

const repo = 'repos/ada/mortal'
/** On PostgreSQL another worker might live: its lease has to lapse first. */
const patience = onPostgres ? 40_000 : 20_000

let mortal: Mortal
let client: Client
let count = 0

beforeAll(async () => {
  mortal = await Mortal.make({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', CI_SBOM_ENABLED: 'true' })
  await mortal.start()
  client = (await mortal.newPerson('ada')).client
  await client.post('user/repos', { slug: 'mortal', auto_init: true })
})
afterAll(() => mortal.end())

async function newest(): Promise<Body> {
  return (await client.get(`${repo}/ci/pipelines?per_page=1`)).body.items[0]
}

/** How often everything that follows from the end of a pipeline has followed from it. */
async function effectsOf(id: string): Promise<Body> {
  const [audit] = await select(
    mortal.place,
    `select count(*) as n from audit where target_id = '${id}' and event = 'PIPELINE_FINISHED'`,
  )
  const [told] = await select(
    mortal.place,
    `select count(*) as n from notifications where pipeline_id = (select id from pipelines where uuid = '${id}')`,
  )
  const [checks] = await select(
    mortal.place,
    `select count(*) as n from commit_statuses where target_url like '%${id}' and state <> 'pending'`,
  )
  return [Number(audit?.['n']), Number(told?.['n']), Number(checks?.['n'])]
}

async function leftovers(): Promise<readonly string[]> {
  const folders = ['work', 'boxes'].map(async (name) =>
    (await readdir(join(mortal.place.dataDir, 'ci', name)).catch(() => [])).filter((one) => !one.startsWith('.')),
  )
  const processes = execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .filter((line) => line.includes('sleep 4242'))
  return [...(await Promise.all(folders)).flat(), ...processes]
}

/** On PostgreSQL each costs the time of a lease: that it is waited for shows in one. */
const points: readonly Checkpoint[] = onPostgres
  ? ['pipeline.execution']
  : inTurns(
      [
        'pipeline.static_validation',
        'pipeline.sbom_gate',
        'pipeline.variable_resolution',
        'pipeline.execution',
        'pipeline.report',
        'pipeline.ended',
      ],
      3,
      1,
    )

it.each(points)('a worker that dies at %s costs nothing but time', async (point) => {
  mortal.kill()
  await mortal.start(point, 'now')
  const died = mortal.died()
  const file = oneJob(`echo ${++count} | tee made`).replace(
    '    steps:',
    '    artifacts: { paths: [made] }\n    steps:',
  )
  await pipelineOf(client, repo, { '.svc-ci.yml': file }).catch(() => undefined)
  await died
  await mortal.start()
  const { id } = await newest()
  const done = await ending(client, repo, id, patience)
  expect(done).toMatchObject({ status: 'success', jobs: [{ name: 'build', status: 'success' }] })
  expect(await outputOf(client, repo, id)).toContain(String(count))
  await eventually(async () => expect(await effectsOf(id)).toEqual([1, 1, 1]))
  const kept = itemsOf((await client.get(`${repo}/ci/pipelines/${id}/artifacts`)).body).map((one) => one['name'])
  expect(kept).toEqual(['sbom.cdx.json', 'build.tar.gz'])
  expect(await leftovers()).toEqual([])
})

it.runIf(!onPostgres)(
  'two workers that die over one pipeline end it as an error, and their jobs with them',
  async () => {
    mortal.kill()
    await mortal.start()
    await commitTo(client, repo, 'main', { '.svc-ci.yml': oneJob('echo begun\nsetsid sleep 4242 &\nsleep 4242') })
    const { id } = await newest()
    for (const times of [1, 2]) {
      await eventually(async () => {
        expect((await outputOf(client, repo, id)).filter((line) => line === 'begun')).toHaveLength(times)
      }, patience)
      const died = mortal.died()
      mortal.kill()
      await died
      await mortal.start()
    }
    const done = await ending(client, repo, id, patience)
    expect(done).toMatchObject({
      status: 'error',
      error: expect.stringContaining('Two workers'),
      jobs: [{ status: 'canceled', steps: [{ status: 'canceled' }] }],
    })
    expect(done.stages.map(({ status }: Body) => status)).toEqual([...Array(4).fill('skipped'), 'success'])
    await eventually(async () => expect(await effectsOf(id)).toEqual([1, 1, 1]))
    await eventually(async () => expect(await leftovers()).toEqual([]))
  },
)
