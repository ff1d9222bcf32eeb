import { setTimeout as pause } from 'node:timers/promises'
import { RefsOvertaken } from './move-refs.ts'

/** As long as others who move the same ref at the same time are waited for. */
const patienceMs = 15_000
const pauseMs = 20

/** For work that looks itself where a ref is before it moves it: when somebody was faster, it is done anew from there. */
export async function beginAnew<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RefsOvertaken) || performance.now() > until) throw error
      await pause(pauseMs)
    }
  }
}
