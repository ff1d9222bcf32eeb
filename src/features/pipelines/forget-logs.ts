import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { packLines } from './log-line.ts'

const atOnce = 500

/**
 * Of what pipelines wrote long ago a line is left, which says so: logs are most of what a busy database holds, and of
 * every backup. Pipelines are numbered as they were made, so the first that is young enough ends the search.
 */
export async function forgetLogs(app: Pick<App, 'clock' | 'config' | 'db'>): Promise<void> {
  const days = app.config.CI_LOG_DAYS
  if (days === 0) return
  const before = app.clock.now() - days * day
  for (let last = 0; ; ) {
    const rows = await app.db
      .selectFrom('pipelines')
      .select(['id', 'log_lines', 'created_at', 'finished_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const { id, log_lines: lines, finished_at: end } of rows) {
      if (end !== null && end < before && lines > 1) await forgetLog(app, id, end)
    }
    const final = rows.at(-1)
    if (final === undefined || rows.length < atOnce || final.created_at >= before) return
    last = final.id
  }
}

async function forgetLog(app: Pick<App, 'config' | 'db'>, id: number, at: number): Promise<void> {
  const text = `The log is gone: logs are kept for ${app.config.CI_LOG_DAYS} days`
  const data = await packLines([{ at, job: null, step: null, stream: 'system', text }])
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('pipeline_logs').where('pipeline_id', '=', id).execute()
    await tx.insertInto('pipeline_logs').values({ pipeline_id: id, first_line: 1, line_count: 1, data }).execute()
    await tx.updateTable('pipelines').set({ log_lines: 1 }).where('id', '=', id).execute()
  })
}
