import { performance } from 'node:perf_hooks'

const lookEveryMs = 500
/** More of the time than a service takes that nobody uses. */
const busy = 0.05

/**
 * Starting takes memory that serving does not need, and Node keeps it: a service that is at rest would take a sixth
 * more for ever. It is given back once, in the first moment in which nobody asks for anything, because everybody else
 * would wait a tenth of a second. Needs `--expose-gc`, which bin/stithy gives.
 */
export function giveMemoryBack(): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > busy) return
    clearInterval(timer)
    gc({ type: 'major', flavor: 'last-resort' })
  }, lookEveryMs).unref()
}
