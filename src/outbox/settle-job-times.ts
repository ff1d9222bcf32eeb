import { clockSlack } from '../core/clock.ts'
import type { Db } from '../db/handle.ts'
import { inTransaction } from '../db/transaction.ts'
import { leaseMs, longestWait } from './jobs.ts'

const atOnce = 1000

/**
 * A clock that was ahead and was put right leaves jobs that wait for a time which none of ours waits for: as long again as the
 * clock was wrong. They are planned anew. Returns how many.
 */
export async function settleJobTimes(app: { readonly db: Db; readonly clock: { now(): number } }): Promise<number> {
  const now = app.clock.now()
  const ready = await app.db
    .selectFrom('jobs')
    .select(['id', 'attempts', 'run_at'])
    .where('state', '=', 'ready')
    .where('run_at', '>', now + clockSlack)
    // Those that wait longest are the ones in doubt; the rest has its turn a minute later.
    .orderBy('run_at', 'desc')
    .limit(atOnce)
    .execute()
  const late = ready.filter((job) => job.run_at > now + longestWait(job.attempts) + clockSlack)
  const held = await app.db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'running')
    .where('lease_until', '>', now + leaseMs + clockSlack)
    .execute()
  if (late.length + held.length === 0) return 0
  return inTransaction(app, async (tx) => {
    for (const { id, attempts, run_at: at } of late) {
      const runAt = tx.now + longestWait(attempts)
      await tx.updateTable('jobs').set({ run_at: runAt }).where('id', '=', id).where('run_at', '=', at).execute()
    }
    await tx
      .updateTable('jobs')
      .set({ lease_until: tx.now + leaseMs })
      .where('state', '=', 'running')
      .where('lease_until', '>', tx.now + leaseMs + clockSlack)
      .execute()
    await tx.notify('jobs')
    return late.length + held.length
  })
}
