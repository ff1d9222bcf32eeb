import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import type { Dialect, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'

export const leaseMs = 20 * second

export type LeasedPipeline = Selectable<Schema['pipelines']> & { readonly lease: string }

/** Queues what was made, and takes up to `count` of what waits, the oldest first; also what a lost worker has left. */
export function takePipelines(app: Pick<App, 'db'>, count: number): Promise<readonly LeasedPipeline[]> {
  return inTransaction(app, async (tx) => {
    await tx.updateTable('pipelines').set({ status: 'pending' }).where('status', '=', 'created').execute()
    return count <= 0 ? [] : lease(tx, app.db.dialect, count)
  })
}

async function lease(tx: Tx, dialect: Dialect, count: number): Promise<readonly LeasedPipeline[]> {
  const owner = randomUUID()
  const free = tx
    .selectFrom('pipelines')
    .select('id')
    .where((eb) =>
      eb.or([eb('status', '=', 'pending'), eb.and([eb('status', '=', 'running'), eb('lease_until', '<=', tx.now)])]),
    )
    .orderBy('id')
    .limit(count)
  // On PostgreSQL several workers take at once: each skips what another has just locked.
  const picked = dialect === 'postgres' ? free.forUpdate().skipLocked() : free
  const rows = await tx
    .updateTable('pipelines')
    .set((eb) => ({
      status: 'running' as const,
      lease: owner,
      lease_until: tx.now + leaseMs,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(tx.now)),
    }))
    .where('id', 'in', picked)
    .returningAll()
    .execute()
  return rows.map((row) => ({ ...row, lease: owner })).toSorted((a, b) => a.id - b.id)
}

/** False when it was canceled, or is somebody else's by now. */
export function renewLease(app: Pick<App, 'db'>, { id, lease: owner }: Pick<LeasedPipeline, 'id' | 'lease'>) {
  return inTransaction(app, (tx) => isHeld(tx, { id, lease: owner }))
}

/** The fence: writes only happen under the lease, which they prolong. */
export async function isHeld(tx: Tx, { id, lease: owner }: Pick<LeasedPipeline, 'id' | 'lease'>): Promise<boolean> {
  const held = await tx
    .updateTable('pipelines')
    .set({ lease_until: tx.now + leaseMs })
    .where('id', '=', id)
    .where('lease', '=', owner)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/** When there is something to be taken; null when nothing waits. */
export async function nextPipelineDue(app: Pick<App, 'db'>): Promise<number | null> {
  const row = await app.db
    .selectFrom('pipelines')
    .select(sql<number | null>`min(coalesce(lease_until, 0))`.as('at'))
    .where('status', 'in', ['created', 'pending', 'running'])
    .executeTakeFirst()
  return row?.at ?? null
}

/** At the start of the only process that can run pipelines: whoever held them is gone. */
export function releaseAllPipelines(app: Pick<App, 'db'>): Promise<void> {
  return inTransaction(app, async (tx) => {
    await tx.updateTable('pipelines').set({ lease_until: 0 }).where('status', '=', 'running').execute()
  })
}
