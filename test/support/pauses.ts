// How long everybody else had to wait while one request was served.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** Milliseconds, without those in which this thread could have gone on and others had the processor. */
function ownTime(): number {
  const [, waited = '0'] = readFileSync('/proc/self/schedstat', 'utf8').split(' ')
  return performance.now() - Number(waited) / 1e6
}

/** The longest time for which nothing else could run while `work` did, in milliseconds. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = ownTime()
  const timer = setInterval(() => {
    const now = ownTime()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  try {
    await work()
    await sleep(5)
  } finally {
    clearInterval(timer)
  }
  return longest
}

const longestAllowed = 50
const tries = 12

/**
 * That `work` holds nobody up for longer than 50 ms. Now and then everything takes long, where memory is cleared or code is
 * compiled: what counts is what it costs, the best of a dozen. `prepare` may take its time, before each.
 */
export async function expectNoPause(work: () => Promise<unknown>, prepare?: () => Promise<void>): Promise<void> {
  let best = Number.POSITIVE_INFINITY
  for (let count = 0; count < tries && best > longestAllowed; count++) {
    await prepare?.()
    best = Math.min(best, await longestPause(work))
  }
  expect(best).toBeLessThan(longestAllowed)
}
