import type { App } from '../../app.ts'
import { nextDueOf, ownersOfDue } from './mirror-store.ts'
import { syncMirror } from './sync-mirror.ts'

/** Each keeps a git busy. What people have begun themselves counts for them: nobody keeps all mirrors waiting by that. */
const mostAtOnce = 4

/** Those whose time has come, of each owner one after the other. They go on behind this call. */
export async function syncDueMirrors(app: App): Promise<void> {
  const free = mostAtOnce - app.imports.unasked
  if (free <= 0) return
  for (const ownerId of await ownersOfDue(app.db, app.clock.now(), free)) {
    app.imports.startUnasked((signal) => syncAllOf(app, ownerId, signal))
  }
}

async function syncAllOf(app: App, ownerId: number, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      const repoId = await nextDueOf(app.db, ownerId, app.clock.now())
      if (repoId === null || signal.aborted || !(await syncMirror(app, repoId, signal))) return
    }
  } catch (error) {
    app.log.warn({ error: String(error) }, 'mirrors could not be looked for')
  }
}
