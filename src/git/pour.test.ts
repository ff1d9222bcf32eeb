import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from '../core/turns.ts'
import { pour } from './pour.ts'

const pace = { everyMs: 20, spanMs: 100, bytes: 1000, awaitedBytes: 5000, holding: 2, resting: 2, greedyMs: 60 }

async function watched() {
  const turns = new Turns({ atOnce: 1, each: 1, waiting: 1, resting: 1 })
  return { turns, turn: await turns.take('ada'), pace }
}

it('everything is sent, in few pieces', async () => {
  const [from, to] = [new PassThrough(), new PassThrough()]
  const pieces: string[] = []
  to.on('data', (bytes: Buffer) => pieces.push(bytes.toString()))
  const sent = pour(from, to, await watched())
  for (const word of ['one', 'two', 'three']) from.write(word)
  from.end()
  await sent
  expect(pieces).toEqual(['onetwothree'])
})

it.each(['a source', 'a client'])('%s that goes away in the middle ends it', async (who) => {
  const [from, to] = [new PassThrough(), new PassThrough()]
  const sent = pour(from, to, await watched())
  from.write('half')
  const isSource = who === 'a source'
  ;(isSource ? from : to).destroy()
  await expect(sent).rejects.toThrow(isSource ? 'in the middle' : 'hung up')
  expect(from.destroyed).toBe(true)
})

it('who stops reading loses the place first, and is given up', async () => {
  const [from, to] = [new PassThrough(), new PassThrough()]
  const watch = await watched()
  const sent = pour(from, to, watch)
  sent.catch(() => undefined)
  from.write(Buffer.alloc(100_000))
  await sleep(100)
  expect(watch.turns.busy.atWork).toBe(0)
  await expect(sent).rejects.toThrow('read too slowly')
})

it('who reads slowly gets everything, and has no place meanwhile', async () => {
  const [from, to] = [new PassThrough({ highWaterMark: 100_000 }), new PassThrough({ highWaterMark: 100 })]
  const watch = await watched()
  const sent = pour(from, to, watch)
  let got = 0
  const seen: number[] = []
  const read = setInterval(() => {
    got += to.read()?.length ?? 0
    seen.push(watch.turns.busy.atWork)
  }, 30)
  for (let at = 0; at < 20; at++) {
    from.write(Buffer.alloc(70_000))
    await sleep(30)
  }
  from.end()
  await sent
  clearInterval(read)
  expect([got + (to.read()?.length ?? 0), seen.includes(0)]).toEqual([1_400_000, true])
  expect(watch.turns.busy.atWork).toBe(0)
})
