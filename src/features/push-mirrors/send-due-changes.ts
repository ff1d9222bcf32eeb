import type { App } from '../../app.ts'
import { findDue } from './push-mirror-store.ts'
import { sendInTurn } from './send-changes.ts'

/** Each keeps a git busy. They share the places of repositories that follow others. */
const mostAtOnce = 4

/** Those that lack something and whose time has come. They go on behind this call. */
export async function sendDueChanges(app: App): Promise<void> {
  const free = mostAtOnce - app.imports.unasked
  if (free <= 0) return
  for (const repoId of await findDue(app.db, app.clock.now(), free)) {
    app.imports.startUnasked(async (signal) => {
      try {
        await sendInTurn(app, repoId, signal)
      } catch (error) {
        app.log.warn({ error: String(error), repo: repoId }, 'a push to another server could not begin')
      }
    })
  }
}
