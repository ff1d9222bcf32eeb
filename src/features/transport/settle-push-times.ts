import type { App } from '../../app.ts'
import { clockSlack } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { leaseMs } from './push-journal.ts'

/** What a clock that was ahead and was put right has left: see settle-job-times.ts. Returns how many had to be put right. */
export async function settlePushTimes(app: Pick<App, 'clock' | 'db'>): Promise<number> {
  const latest = app.clock.now() + leaseMs + clockSlack
  const held = await app.db.selectFrom('push_journal').select('id').where('lease_until', '>', latest).execute()
  if (held.length === 0) return 0
  await inTransaction(app, async (tx) => {
    const settled = tx.updateTable('push_journal').set({ lease_until: tx.now + leaseMs })
    await settled.where('lease_until', '>', tx.now + leaseMs + clockSlack).execute()
  })
  return held.length
}
