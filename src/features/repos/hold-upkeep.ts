import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'

const leaseMs = 60 * second
const renewMs = 15 * second

/** Packing a repository is one process's at a time. Returns how to let go of it; null when somebody else is at it. */
export async function holdUpkeep(app: Pick<App, 'db' | 'log'>, repoId: number): Promise<(() => Promise<void>) | null> {
  const lease = randomUUID()
  const isOurs = await inTransaction(app, async (tx) => {
    await tx.deleteFrom('upkeep_leases').where('repo_id', '=', repoId).where('lease_until', '<', tx.now).execute()
    const row = { repo_id: repoId, lease, lease_until: tx.now + leaseMs }
    const taken = tx
      .insertInto('upkeep_leases')
      .values(row)
      .onConflict((oc) => oc.column('repo_id').doNothing())
    return (await taken.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
  })
  if (!isOurs) return null
  const renew = (): Promise<unknown> =>
    inTransaction(app, async (tx) => {
      const prolonged = tx.updateTable('upkeep_leases').set({ lease_until: tx.now + leaseMs })
      await prolonged.where('lease', '=', lease).execute()
    })
  const timer = setInterval(() => {
    renew().catch((error: unknown) => app.log.warn({ error: String(error) }, 'upkeep could not renew its lease'))
  }, renewMs)
  return async () => {
    clearInterval(timer)
    await inTransaction(app, async (tx) => {
      await tx.deleteFrom('upkeep_leases').where('lease', '=', lease).execute()
    })
  }
}
