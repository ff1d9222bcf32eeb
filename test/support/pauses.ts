// How long everybody else had to wait while one request was served.
import { setTimeout as sleep } from 'node:timers/promises'

/** The longest time for which nothing else could run while `work` did, in milliseconds. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
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

/** The best of five: what it costs, not what else the machine was doing. The first warms up. */
export async function usualPause(work: () => Promise<unknown>): Promise<number> {
  await work()
  const pauses: number[] = []
  for (let count = 0; count < 5; count++) pauses.push(await longestPause(work))
  return Math.min(...pauses)
}

/** What a pause may come to: 50 ms on top of what the machine takes for nothing in particular. */
export const longestAllowed = 50
