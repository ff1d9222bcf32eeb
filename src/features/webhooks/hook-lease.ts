import type { Selectable } from 'kysely'
import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'

export type HookRow = Selectable<Schema['webhooks']>
export type DeliveryRow = Selectable<Schema['hook_deliveries']>

/** Longer than an attempt can take. */
export const leaseMs = 30 * second

/** False when somebody else is at work on it. */
export function takeLease(app: Pick<App, 'db'>, hookId: number, lease: string): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    const taken = await tx
      .updateTable('webhooks')
      .set({ lease, lease_until: tx.now + leaseMs })
      .where('id', '=', hookId)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', tx.now)]))
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n
  })
}

/** The fence: writes only happen under the lease, which they prolong. */
export async function isHeld(tx: Tx, hook: Pick<HookRow, 'id' | 'lease'>): Promise<boolean> {
  const held = await tx
    .updateTable('webhooks')
    .set({ lease_until: tx.now + leaseMs })
    .where('id', '=', hook.id)
    .where('lease', '=', hook.lease)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/** For a start where nobody else can be at work: whoever held one is gone. */
export function releaseAllHooks(app: Pick<App, 'db'>): Promise<void> {
  return inTransaction(app, async (tx) => {
    await tx.updateTable('webhooks').set({ lease: null, lease_until: null }).where('lease', 'is not', null).execute()
  })
}
