import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'

/** As long as anybody would want to send something again. */
const keptFor = 30 * day
/** Of each webhook, however busy. */
const keptOfEach = 1000
const rowsAtOnce = 500

/** What was sent long ago goes, with all that was answered. What still waits to be sent stays. */
export async function forgetDeliveries(app: Pick<App, 'db'>): Promise<void> {
  await inPieces(app, (tx) =>
    tx
      .selectFrom('hook_deliveries')
      .select('id')
      .where('finished_at', '<', tx.now - keptFor)
      .limit(rowsAtOnce)
      .execute(),
  )
  const busy = await app.db
    .selectFrom('hook_deliveries')
    .select('hook_id')
    .groupBy('hook_id')
    .having((eb) => eb.fn.countAll(), '>', keptOfEach)
    .execute()
  for (const { hook_id: hookId } of busy) await forgetOldest(app, hookId)
}

async function forgetOldest(app: Pick<App, 'db'>, hookId: number): Promise<void> {
  const [oldestKept] = await app.db
    .selectFrom('hook_deliveries')
    .select('id')
    .where('hook_id', '=', hookId)
    .orderBy('id', 'desc')
    .offset(keptOfEach - 1)
    .limit(1)
    .execute()
  if (oldestKept === undefined) return
  await inPieces(app, (tx) =>
    tx
      .selectFrom('hook_deliveries')
      .select('id')
      .where('hook_id', '=', hookId)
      .where('id', '<', oldestKept.id)
      .where('state', '!=', 'waiting')
      .limit(rowsAtOnce)
      .execute(),
  )
}

/** A few at a time, so that nobody waits long for their turn to write. */
async function inPieces(
  app: Pick<App, 'db'>,
  find: (tx: Tx) => Promise<readonly { readonly id: number }[]>,
): Promise<void> {
  for (;;) {
    const found = await inTransaction(app, async (tx) => {
      const ids = (await find(tx)).map((row) => row.id)
      if (ids.length > 0) await tx.deleteFrom('hook_deliveries').where('id', 'in', ids).execute()
      return ids.length
    })
    if (found < rowsAtOnce) return
  }
}
