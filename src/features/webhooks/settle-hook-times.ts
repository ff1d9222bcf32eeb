import type { App } from '../../app.ts'
import { clockSlack } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { leaseMs } from './hook-lease.ts'
import { longestWait } from './note-outcome.ts'

const atOnce = 1000

/** What a clock that was ahead and was put right has left: see settle-job-times.ts. Returns how many had to be put right. */
export async function settleHookTimes(app: Pick<App, 'clock' | 'db'>): Promise<number> {
  const now = app.clock.now()
  const hooks = await app.db
    .selectFrom('webhooks')
    .select('id')
    .where('due_at', 'is not', null)
    .where((eb) => eb.or([eb('due_at', '>', now + clockSlack), eb('lease_until', '>', now + leaseMs + clockSlack)]))
    .execute()
  let settled = 0
  for (const { id } of hooks) settled += await inTransaction(app, (tx) => settleHook(tx, id))
  return settled
}

async function settleHook(tx: Tx, hookId: number): Promise<number> {
  const freed = await tx
    .updateTable('webhooks')
    .set({ lease_until: tx.now + leaseMs })
    .where('id', '=', hookId)
    .where('lease_until', '>', tx.now + leaseMs + clockSlack)
    .executeTakeFirst()
  const waiting = await tx
    .selectFrom('hook_deliveries')
    .select(['id', 'attempts', 'status', 'due_at'])
    .where('hook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .where('due_at', '>', tx.now + clockSlack)
    // Those that wait longest are the ones in doubt; the rest has its turn a minute later.
    .orderBy('due_at', 'desc')
    .limit(atOnce)
    .execute()
  const late = waiting.filter((one) => one.due_at > tx.now + longestWait(one.attempts, one.status) + clockSlack)
  for (const { id, attempts, status } of late) {
    const due = { due_at: tx.now + longestWait(attempts, status) }
    await tx.updateTable('hook_deliveries').set(due).where('id', '=', id).execute()
  }
  if (late.length > 0) {
    // Whoever serves it looks what is due, and says when to come again.
    await tx.updateTable('webhooks').set({ due_at: tx.now }).where('id', '=', hookId).execute()
    await tx.notify('hooks')
  }
  return late.length + Number(freed.numUpdatedRows)
}
