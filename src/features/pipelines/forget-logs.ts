import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { firstIdSince } from '../../db/first-id-since.ts'
import { inTransaction } from '../../db/transaction.ts'
import { packLines } from './log-line.ts'

/** Nobody waits longer than a few milliseconds while the database looks through so many. */
const idsAtOnce = 5000

type Needs = Pick<App, 'clock' | 'config' | 'db'>

/**
 * Of what pipelines wrote long ago a line is left, which says so: logs are most of what a busy database holds, and of
 * every backup.
 */
export async function forgetLogs(app: Needs): Promise<void> {
  const days = app.config.CI_LOG_DAYS
  if (days === 0) return
  const before = app.clock.now() - days * day
  const end = await firstIdSince(app.db, 'pipelines', before)
  for (let from = 0; from < end; from += idsAtOnce) {
    for (const { id, finished_at: at } of await listForgettable(app, from, before)) await forgetLog(app, id, at)
  }
}

function listForgettable({ db }: Needs, from: number, before: number) {
  return db
    .selectFrom('pipelines')
    .select(['id', 'finished_at'])
    .where('id', '>=', from)
    .where('id', '<', from + idsAtOnce)
    .where('log_lines', '>', 1)
    .where('finished_at', '<', before)
    .$narrowType<{ finished_at: number }>()
    .execute()
}

async function forgetLog(app: Needs, id: number, at: number): Promise<void> {
  const text = `The log is gone: logs are kept for ${app.config.CI_LOG_DAYS} days`
  const data = await packLines([{ at, job: null, step: null, stream: 'system', text }])
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('pipeline_logs').where('pipeline_id', '=', id).execute()
    await tx.insertInto('pipeline_logs').values({ pipeline_id: id, first_line: 1, line_count: 1, data }).execute()
    await tx.updateTable('pipelines').set({ log_lines: 1 }).where('id', '=', id).execute()
  })
}
