// How long everybody else had to wait while one request was served.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { stolenMs } from './stolen-time.ts'

/** In milliseconds, since some time. */
interface Times {
  readonly now: number
  /** This thread has run. */
  readonly ran: number
  /** It could have run, and other programs had the processor, or other machines that share it with this one. */
  readonly kept: number
}

function times(): Times {
  const [ran = '0', waited = '0'] = readFileSync('/proc/self/schedstat', 'utf8').split(' ')
  return { now: performance.now(), ran: Number(ran) / 1e6, kept: Number(waited) / 1e6 + stolenMs() }
}

/** What is stolen is counted for all processors together: whatever it says, what this thread has run is its own. */
function ownTime(from: Times, to: Times): number {
  return Math.max(to.ran - from.ran, to.now - from.now - (to.kept - from.kept))
}

/** The longest time for which nothing else could run while `work` did, in milliseconds. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = times()
  const timer = setInterval(() => {
    const now = times()
    longest = Math.max(longest, ownTime(last, now))
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
