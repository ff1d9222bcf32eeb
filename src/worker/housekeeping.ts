import type { App } from '../app.ts'
import { day, hour, minute } from '../core/clock.ts'
import { collectBlobs, sweepStrays } from '../features/blobs/collect-blobs.ts'
import { forgetExpired } from '../features/sessions/forget-expired.ts'

/** The first time soon after the start: a process that never lives for a day has its turn too. */
const works = [
  { work: forgetExpired, first: hour, every: hour },
  { work: collectBlobs, first: hour, every: hour },
  { work: sweepStrays, first: 10 * minute, every: day },
]

/** Removes what has expired, now and then. Several processes doing it at once do no harm. */
export function startHousekeeping(app: App): () => void {
  const stops = works.map(({ work, first, every }) => {
    let timer: NodeJS.Timeout
    const tidy = (): void => {
      timer = setTimeout(tidy, every).unref()
      work(app).catch((error: unknown) => app.log.warn({ error: String(error) }, 'housekeeping failed'))
    }
    timer = setTimeout(tidy, first).unref()
    return () => clearTimeout(timer)
  })
  return () => stops.forEach((stop) => stop())
}
