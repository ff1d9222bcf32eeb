// A database that is away for a moment, or a disk that is full, while a pipeline writes its log.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newPerson } from '../support/people.ts'
import { oneJob, outputOf, run } from '../support/pipelines.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
const usual = process.umask(0o077)
beforeEach(() => void process.umask(0o077))
afterEach(async () => {
  await stithy.stop()
  process.umask(usual)
})

it.each([
  ['that are not done', 'commit:pipeline.log'],
  ['that are done, and nobody hears of it', 'committed:pipeline.log'],
])('writes %s leave every line there once, in its order', async (_, where) => {
  const failing = new Set([2, 3])
  let writes = 0
  const passing = async (point: string): Promise<void> => {
    if (point === where && failing.has(++writes)) throw new Error('Connection terminated unexpectedly')
  }
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' }, { passing })
  const client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
  await client.post('user/repos', { slug: 'shop', auto_init: true })
  const script = 'for at in $(seq 1 40); do echo "line $at"; sleep 0.05; done'
  const done = await run(client, 'repos/ada/shop', { '.svc-ci.yml': oneJob(script) })
  expect(done.status).toBe('success')
  expect(writes).toBeGreaterThan(3)
  const lines = await outputOf(client, 'repos/ada/shop', done.id)
  expect(lines).toEqual(Array.from({ length: 40 }, (__, at) => `line ${at + 1}`))
})
