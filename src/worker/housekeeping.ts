import type { App } from '../app.ts'
import { hour, second } from '../core/clock.ts'
import { forgetExpired } from '../features/sessions/forget-expired.ts'
import { reconcilePushes } from '../features/transport/reconcile-pushes.ts'

/** Puts right, now and then, what time or a crash has left behind. Several processes doing it at once do no harm. */
export function startHousekeeping(app: App): () => void {
  const stops = [
    repeat(app, hour, () => forgetExpired(app)),
    // A replica that died in the middle of a push holds up its branch: soon, not at somebody's next start.
    repeat(app, 2 * second, () => reconcilePushes(app, 'serving')),
  ]
  return () => stops.forEach((stop) => stop())
}

function repeat(app: App, every: number, work: () => Promise<unknown>): () => void {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    work()
      .catch((error: unknown) => app.log.warn({ error: String(error) }, 'housekeeping failed'))
      .finally(() => (busy = false))
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
