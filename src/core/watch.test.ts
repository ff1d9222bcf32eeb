import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from './turns.ts'
import { Watch } from './watch.ts'

const pace = { everyMs: 20, spanMs: 100, bytes: 1000, awaitedBytes: 20_000, holding: 2, resting: 5, greedyMs: 100 }

/** Somebody with a turn, who is waited for all the time and moves so many bytes every 10 ms. */
async function slow(resting: number, bytes: number, ms: number) {
  const turns = new Turns({ atOnce: 1, each: 1, waiting: 1, resting })
  const turn = await turns.take('ada')
  const began = performance.now()
  const gaveUp: number[] = []
  const watch = new Watch(turn, pace, () => gaveUp.push(performance.now() - began))
  while (performance.now() < began + ms && gaveUp.length === 0) {
    watch.waits()
    await sleep(10)
    watch.moved(bytes)
  }
  const atWork = turns.busy.atWork
  watch.end()
  expect(turns.busy.atWork).toBe(1)
  turn.end()
  expect(turns.busy.atWork).toBe(0)
  return { atWork, gaveUpAfter: gaveUp[0] ?? Number.POSITIVE_INFINITY }
}

it('a turn rests while its client is waited for, and the client may take its time', async () => {
  expect(await slow(1, 1000, 1000)).toEqual({ atWork: 0, gaveUpAfter: Number.POSITIVE_INFINITY })
})

it('who hardly moves is given up: soon where they keep others from their turn, later where not', async () => {
  const [holding, resting] = await Promise.all([slow(0, 1, 3000), slow(1, 1, 3000)])
  expect(holding.atWork).toBe(1)
  expect(holding.gaveUpAfter).toBeLessThan(400)
  expect(resting.gaveUpAfter).toBeGreaterThan(400)
  expect(resting.gaveUpAfter).toBeLessThan(2000)
})

it('who has more than those who wait is given up at once, who has as little as they when they are slow', async () => {
  const turns = new Turns({ atOnce: 3, each: 2, waiting: 5 })
  const gone: string[] = []
  const begin = async (who: string, bytes: number): Promise<void> => {
    const turn = await turns.take(who)
    const watch = new Watch(turn, pace, () => {
      gone.push(`${who} ${bytes}`)
      clearInterval(moving)
      watch.end()
      turn.end()
    })
    watch.waits()
    const moving = setInterval(() => {
      watch.moved(bytes)
      watch.waits()
    }, 10)
  }
  await begin('ada', 20_000)
  await begin('ada', 20_000)
  await begin('bob', 500)
  await sleep(400)
  expect(gone).toEqual([])
  await turns.take('eve')
  expect(gone).toEqual(['ada 20000'])
  await turns.take('kim')
  expect(gone).toEqual(['ada 20000', 'bob 500'])
})

it('who waits for us is never given up', async () => {
  const turns = new Turns({ atOnce: 1, each: 1, waiting: 1, resting: 1 })
  const turn = await turns.take('ada')
  let gaveUp = false
  const watch = new Watch(turn, pace, () => {
    gaveUp = true
  })
  await sleep(800)
  expect([gaveUp, turns.busy.atWork]).toEqual([false, 1])
  watch.end()
})
