// The short form of script/chaos: the built service, broken at random points while people work with it. CHAOS_KILLS and
// CHAOS_SEED in the environment make it longer or another one.
import { expect, it } from 'vitest'
import { runChaos } from '../chaos/run-chaos.ts'
import { testMs } from '../support/patience.ts'

const kills = Number(process.env['CHAOS_KILLS'] ?? 2)
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e9))

it(`survives ${kills} kills with everything that it promised`, { timeout: testMs + kills * 60_000 }, async () => {
  const said: string[] = []
  const tally = await runChaos({
    kills,
    seed,
    database: 'sqlite',
    replicas: 1,
    file: null,
    keepGoing: false,
    say: (line) => said.push(line),
  })
  expect(tally.wrong, said.join('\n')).toEqual([])
  expect(tally.kills).toBeGreaterThanOrEqual(kills)
  expect(tally.acknowledged).toBeGreaterThan(0)
})
