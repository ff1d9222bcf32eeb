import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { findTracker } from './find-tracker.ts'
import type { Tracker } from './tracker.ts'

/** Who has not tried again for so long has left it at that. */
const longestMs = 14 * day

/** Issues that are still to come to a repository whose commits are here; null where there are none. */
export async function findOnWay(app: Pick<App, 'clock' | 'db'>, repoId: number): Promise<Tracker | null> {
  const found = await findTracker(app.db, repoId)
  if (found?.state === 'running') return found
  return found?.state === 'failed' && found.heardAt > app.clock.now() - longestMs ? found : null
}
