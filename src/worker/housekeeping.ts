import type { App } from '../app.ts'
import { hour } from '../core/clock.ts'
import { collectBlobs } from '../features/blobs/collect-blobs.ts'
import { forgetExpired } from '../features/sessions/forget-expired.ts'

const every = hour

/** Removes what has expired, now and then. Several processes doing it at once do no harm. */
export function startHousekeeping(app: App): () => void {
  const tidy = (): void => {
    for (const work of [forgetExpired, collectBlobs]) {
      work(app).catch((error: unknown) => app.log.warn({ error: String(error) }, 'housekeeping failed'))
    }
  }
  const timer = setInterval(tidy, every)
  timer.unref()
  return () => clearInterval(timer)
}
