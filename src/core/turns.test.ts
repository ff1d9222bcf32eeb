import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

const busy = { kind: 'unavailable', retryAfterSeconds: 10 }

it('lets those who wait in one person after the other', async () => {
  const turns = new Turns({ atOnce: 1, each: 1, waiting: 10 })
  const begun: string[] = []
  const run = (who: string) => turns.run(who, async () => void begun.push(who))
  await Promise.all([run('ada'), run('ada'), run('ada'), run('bob'), run('eve')])
  expect(begun).toEqual(['ada', 'ada', 'bob', 'eve', 'ada'])
})

it('tells who asks too often, and whoever waits too long, to come back later', async () => {
  const turns = new Turns({ atOnce: 1, each: 1, waiting: 3, eachWaiting: 1, patienceMs: 50 })
  const begun: string[] = []
  const run = (who: string) => turns.run(who, async () => void begun.push(who))
  const first = turns.run('ada', () => sleep(1000))
  const others = await Promise.allSettled([run('ada'), run('ada'), run('bob')])
  for (const one of others) expect(one).toMatchObject({ status: 'rejected', reason: busy })
  expect(turns.busy).toEqual({ atWork: 1, waiting: 0 })
  const patient = run('eve').catch(() => 'gave up')
  await first
  expect([await patient, begun]).toEqual(['gave up', []])
  await run('bob')
  expect([begun, turns.busy]).toEqual([['bob'], { atWork: 0, waiting: 0 }])
})

it('nobody fills the line for others: the last of whoever has most in it makes room', async () => {
  const turns = new Turns({ atOnce: 1, each: 1, waiting: 4 })
  const turn = await turns.take('ada')
  const begun: string[] = []
  const refused: string[] = []
  const run = (who: string, at: number) =>
    turns.run(who, async () => void begun.push(`${who} ${at}`)).catch(() => void refused.push(`${who} ${at}`))
  const all = [1, 2, 3, 4].map((at) => run('ada', at))
  all.push(run('bob', 1), run('eve', 1), run('eve', 2))
  turn.end()
  await Promise.all(all)
  expect(begun).toEqual(['ada 1', 'bob 1', 'eve 1', 'ada 2'])
  expect(refused.toSorted()).toEqual(['ada 3', 'ada 4', 'eve 2'])
})

it('those who wait for a client rest beside, a share of each, and go on without waiting', async () => {
  const turns = new Turns({ atOnce: 4, each: 2, waiting: 10, resting: 2 })
  const [one, two] = [await turns.take('ada'), await turns.take('ada')]
  const begun: string[] = []
  const third = turns.run('ada', async () => void begun.push('ada'))
  expect([one.rest(), one.rest(), two.rest()]).toEqual([true, true, false])
  await third
  expect([begun, turns.busy]).toEqual([['ada'], { atWork: 1, waiting: 0 }])
  const bob = await turns.take('bob')
  expect(bob.rest()).toBe(true)
  one.goOn()
  expect(turns.busy).toEqual({ atWork: 2, waiting: 0 })
  for (const turn of [one, two, bob, bob]) turn.end()
  expect(turns.busy).toEqual({ atWork: 0, waiting: 0 })
})
