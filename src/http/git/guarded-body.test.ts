import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { guardedBody } from './guarded-body.ts'

const patience = { everyMs: 20, bytes: 10, silences: 10 }

/** Sends so many bytes every so often. Whether it was cut off before `ms` were over. */
async function isCut(bytes: number, everyMs: number, ms = 600): Promise<boolean> {
  const body = guardedBody(1_000_000, patience).resume()
  body.on('error', () => undefined)
  const sending = everyMs === 0 ? undefined : setInterval(() => void body.write(Buffer.alloc(bytes)), everyMs)
  await sleep(ms)
  clearInterval(sending)
  const { destroyed } = body
  body.destroy()
  return destroyed
}

it('a body that stops or drips is cut off, however long it waits between two drops', async () => {
  const drips = [isCut(1, 10), isCut(1, 30), isCut(1, 70), isCut(1, 150), isCut(0, 0)]
  expect(await Promise.all(drips)).toEqual([true, true, true, true, true])
})

it('one that comes at a pace, or pauses for a while, is not', async () => {
  expect(await Promise.all([isCut(40, 20), isCut(400, 100), isCut(0, 0, 100)])).toEqual([false, false, false])
})

it('one that nobody reads breaks off like any other, and harms nobody', async () => {
  const body = guardedBody(1_000_000, { ...patience, everyMs: 1 })
  await expect.poll(() => body.errored?.message).toBe('The body came too slowly')
})
