import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { packLines } from './log-line.ts'

/** Nobody waits longer than a few milliseconds while the database looks through so many. */
const idsAtOnce = 5000

type Needs = Pick<App, 'clock' | 'config' | 'db'>

/**
 * Of what pipelines wrote long ago a line is left, which says so: logs are most of what a busy database holds, and of
 * every backup. Ids of pipelines grow with time, so the first that is young enough ends the search.
 */
export async function forgetLogs(app: Needs): Promise<void> {
  const days = app.config.CI_LOG_DAYS
  if (days === 0) return
  const before = app.clock.now() - days * day
  let oldest = await findOldest(app, 0)
  while (oldest !== undefined && oldest.created_at < before) {
    const found = await listForgettable(app, oldest.id, before)
    for (const { id, finished_at: end } of found) await forgetLog(app, id, end)
    oldest = await findOldest(app, oldest.id + idsAtOnce)
  }
}

function findOldest({ db }: Needs, from: number) {
  return db
    .selectFrom('pipelines')
    .select(['id', 'created_at'])
    .where('id', '>=', from)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
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
