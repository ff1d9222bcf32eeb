// What somebody hears whose pipeline has not begun.
import { afterEach, expect, it } from 'vitest'
import { minute } from '../../src/core/clock.ts'
import { newPerson } from '../support/people.ts'
import { oneJob, outputOf, pipelineOf } from '../support/pipelines.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
const usual = process.umask(0o077)
afterEach(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function start(settings: Readonly<Record<string, string>>) {
  process.umask(0o077)
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', ...settings })
  const client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
  await client.post('user/repos', { slug: 'shop', auto_init: true, is_public: true })
  const pageOf = async (id: string): Promise<string> =>
    (await stithy.client().get(`/ada/shop/ci/pipelines/${id}`)).text.replaceAll(/<[^>]+>/g, '')
  return { client, pageOf, repo: 'repos/ada/shop' }
}

it('says that it waits for its turn, with how many others', async () => {
  const { client, repo, pageOf } = await start({ CI_CONCURRENCY: '1' })
  const first = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('echo begun\nsleep 4318') })
  await eventually(async () => expect(await outputOf(client, repo, first.id)).toEqual(['begun']))
  const others = [await pipelineOf(client, repo, { a: '1' }), await pipelineOf(client, repo, { a: '2' })]
  for (const { id } of others) {
    expect(await pageOf(id)).toContain('It waits for its turn. 1 pipeline running, 1 more waiting.')
    expect(await pageOf(id)).not.toContain('still running')
  }
  expect(await pageOf(first.id)).not.toContain('waits for its turn')
  for (const { id } of [...others, first]) await client.post(`${repo}/ci/pipelines/${id}/cancel`)
  expect(await pageOf(others[0]?.id)).not.toContain('waits for its turn')
})

// On SQLite the service itself runs them.
it.runIf(process.env['STITHY_TEST_DB'] === 'postgres')('nobody takes it where no worker is', async () => {
  const { client, repo, pageOf } = await start({ CI_RUNNER_ENABLED: 'false' })
  const { id } = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('true') })
  expect(await pageOf(id)).not.toContain('Nobody takes it')
  stithy.advance(minute)
  expect(await pageOf(id)).toContain('Nobody takes it. No pipeline is running anywhere.')
})
