import { setImmediate as turn } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { deleteOwner, holdLeaving, isLeaving } from './store.ts'
import { takeAway, traces } from './traces.ts'

/** Small enough that others hardly notice. */
const slice = 500

/**
 * The name of somebody who is leaving goes from what they wrote, a slice at a time, and then the account. Whoever deletes
 * it waits for that; the job does the same, for when they died in between. Either finds what the other has left.
 */
export async function purgeAccount(app: Pick<App, 'db' | 'passing'>, leavingId: number | null): Promise<void> {
  if (leavingId === null || !(await isLeaving(app.db, leavingId))) return
  for (const trace of traces) {
    let took: number = slice
    while (took === slice) {
      await app.passing('account.leaving')
      took = await inTransaction(app, (tx) => takeAway(tx, trace, leavingId, slice))
      await turn()
    }
  }
  await inTransaction(app, async (tx) => {
    if (await holdLeaving(tx, leavingId)) await deleteOwner(tx, leavingId)
  })
}
