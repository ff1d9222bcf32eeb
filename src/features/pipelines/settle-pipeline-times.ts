import type { App } from '../../app.ts'
import { nextRun } from '../../ci/next-run.ts'
import { clockSlack, hour } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { leaseMs } from './lease.ts'

/** A clock that goes back by less, as twice a year where it is not in UTC, makes nothing run a second time: cron has it so. */
const mostAgain = 3 * hour

/** What a clock that was ahead and was put right has left: see settle-job-times.ts. Returns how many had to be put right. */
export async function settlePipelineTimes(app: Pick<App, 'clock' | 'db'>): Promise<number> {
  const now = app.clock.now()
  const planned = await app.db
    .selectFrom('pipeline_schedules')
    .select(['id', 'expression', 'next_at'])
    .where('next_at', '>', now + mostAgain)
    .execute()
  const late = planned.flatMap(({ id, expression, next_at: at }) => {
    const next = nextRun(expression, now)
    return next !== null && at > next + mostAgain ? [{ id, at, next }] : []
  })
  const held = await app.db
    .selectFrom('pipelines')
    .select('id')
    .where('status', '=', 'running')
    .where('lease_until', '>', now + leaseMs + clockSlack)
    .execute()
  if (late.length + held.length === 0) return 0
  return inTransaction(app, async (tx) => {
    for (const { id, at, next } of late) {
      const moved = tx.updateTable('pipeline_schedules').set({ next_at: next })
      await moved.where('id', '=', id).where('next_at', '=', at).execute()
    }
    await tx
      .updateTable('pipelines')
      .set({ lease_until: tx.now + leaseMs })
      .where('status', '=', 'running')
      .where('lease_until', '>', tx.now + leaseMs + clockSlack)
      .execute()
    await tx.notify('pipelines')
    return late.length + held.length
  })
}
