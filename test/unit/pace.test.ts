import { expect, it } from 'vitest'
import { Pace } from '../../src/core/pace.ts'
import { busyMs } from '../support/busy-ms.ts'

it('others have their turn also when the time of long work is over', async () => {
  let turns = 0
  let next = setImmediate(function beat() {
    turns++
    next = setImmediate(beat)
  })
  const pace = new Pace(0)
  const start = busyMs()
  while (busyMs() < start + 100) await pace.isOver()
  expect(await pace.isOver()).toBe(true)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(3)
})
