import type { Log } from '../core/log.ts'

const longestSleepMs = 30_000
const breatherMs = 1000

export interface Lookout {
  /** Looks now; once more afterwards where a look is under way. */
  look(): void
  /** Looks no more, and waits for the look that is under way. */
  stop(): Promise<void>
}

/**
 * Looks for work whenever it is woken, and by itself when some is due, never twice at the same time. `turn` takes what
 * there is and returns for how long nothing is to be expected.
 */
export function newLookout(log: Log, what: string, turn: () => Promise<number>): Lookout {
  let stopped = false
  let again = false
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const once = async (): Promise<void> => {
    clearTimeout(timer)
    let sleepMs = breatherMs
    try {
      sleepMs = Math.min(longestSleepMs, Math.max(10, await turn()))
    } catch (error) {
      log.error({ error: String(error) }, `${what} could not be looked after`)
    }
    if (!stopped) timer = setTimeout(look, sleepMs)
  }
  const look = (): void => {
    if (stopped) return
    if (looking !== null) {
      again = true
      return
    }
    looking = once().finally(() => {
      looking = null
      if (!again) return
      again = false
      look()
    })
  }
  return {
    look,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
