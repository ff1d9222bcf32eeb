import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { packLines } from './log-line.ts'

const atOnce = 100

type Needs = Pick<App, 'clock' | 'config' | 'db'>

/**
 * Of what pipelines wrote long ago a line is left, which says so: logs are most of what a busy database holds, and of
 * every backup.
 */
export async function forgetLogs(app: Needs): Promise<void> {
  const days = app.config.CI_LOG_DAYS
  if (days === 0) return
  const before = app.clock.now() - days * day
  for (;;) {
    const some = await listForgettable(app, before)
    if (some.length === 0) return
    for (const { id, finished_at: at } of some) await forgetLog(app, id, at)
  }
}

function listForgettable({ db }: Needs, before: number) {
  return (
    db
      .selectFrom('pipelines')
      .select(['id', 'finished_at'])
      // As the index has it, which is of these alone.
      .where((eb) => eb('log_lines', '>', eb.lit(1)))
      .where('finished_at', '<', before)
      .orderBy('finished_at')
      .limit(atOnce)
      .$narrowType<{ finished_at: number }>()
      .execute()
  )
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
