import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'

const pauseMs = 3
/** One that nobody settles any more holds up nobody for long. */
const patienceMs = 1000

/**
 * After refs were read from git: those that moved a moment ago and are not written down yet would be seen here and not
 * at the other doors, which read the database. So nobody hears of them before everybody could.
 */
export async function awaitSettled(app: Pick<App, 'db'>, repoId: number): Promise<void> {
  const open = await openEntries(app, repoId)
  const until = performance.now() + patienceMs
  while (open.length > 0 && performance.now() < until) {
    const left = new Set(await openEntries(app, repoId))
    if (!open.some((id) => left.has(id))) return
    await sleep(pauseMs)
  }
}

async function openEntries(app: Pick<App, 'db'>, repoId: number): Promise<readonly number[]> {
  const rows = await app.db.selectFrom('push_journal').select('id').where('repo_id', '=', repoId).execute()
  return rows.map(({ id }) => id)
}
