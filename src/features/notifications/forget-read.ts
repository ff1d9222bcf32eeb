import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'

const keptFor = 365 * day
const rowsAtOnce = 500

/** What was read a year ago goes; what nobody has read stays. Numbers are never given again. */
export async function forgetRead(app: Pick<App, 'db'>): Promise<void> {
  for (;;) {
    const found = await inTransaction(app, async (tx) => {
      const old = tx
        .selectFrom('notifications')
        .select('id')
        .where('read_at', '<', tx.now - keptFor)
        .limit(rowsAtOnce)
      const gone = await tx.deleteFrom('notifications').where('id', 'in', old).executeTakeFirst()
      return Number(gone.numDeletedRows)
    })
    if (found < rowsAtOnce) return
  }
}
