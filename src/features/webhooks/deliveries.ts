import type { App } from '../../app.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { deliveryOf, wakeHooks } from '../../outbox/queue-deliveries.ts'
import {
  copyDeliveries,
  copyDelivery,
  findDelivery,
  findHookOfDelivery,
  lastDeliveryId,
  pageOfDeliveries,
} from './delivery-store.ts'
import { type HooksOf, openHooks, requireHook } from './require-hook.ts'
import type { Delivery, DeliveryDetail } from './webhook.ts'

type Needs = Pick<App, 'db'>

const mostReplayed = 10_000
const replayedAtOnce = 50

/** The newest first. */
export async function listDeliveries(
  app: Needs,
  of: HooksOf,
  { hook: id, page }: { readonly hook: RecordId; readonly page: PageRequest },
): Promise<Page<Delivery>> {
  const hook = await requireHook(app.db, await openHooks(app, of, 'read'), id)
  return pageOfDeliveries(app.db, hook.id, page)
}

/** With all that was sent and answered, try by try. */
export async function getDelivery(
  app: Needs,
  of: HooksOf,
  { hook: id, delivery: deliveryId }: { readonly hook: RecordId; readonly delivery: RecordId },
): Promise<DeliveryDetail> {
  const hook = await requireHook(app.db, await openHooks(app, of, 'read'), id)
  const delivery = await findDelivery(app.db, hook.id, deliveryId)
  if (delivery === null) throw notFound('DELIVERY')
  return delivery
}

/** Sends a `ping`, also to a hook that is switched off: that is how one finds out whether it works again. */
export async function testHook(app: Needs, of: HooksOf, id: RecordId): Promise<Delivery> {
  const open = await openHooks(app, of, 'write')
  return inTransaction(app, async (tx) => {
    const hook = await requireHook(tx, open, id)
    const repoId = open.place !== 'service' && 'repoId' in open.place ? open.place.repoId : null
    const row = deliveryOf(tx, hook.id, { event: 'ping', repoId })
    await tx.insertInto('hook_deliveries').values(row).execute()
    await wakeHooks(tx, [hook.id])
    return requireDelivery(tx, hook.id, row)
  })
}

/** The same bytes under the same id once more, as a delivery of its own that says which one it repeats. */
export async function redeliver(
  app: Needs,
  of: HooksOf,
  { hook: id, delivery: deliveryId }: { readonly hook?: RecordId; readonly delivery: RecordId },
): Promise<Delivery> {
  const open = await openHooks(app, of, 'write')
  return inTransaction(app, async (tx) => {
    const hookId = await findHookOfDelivery(tx, open.place, deliveryId)
    if (hookId === null) throw notFound('DELIVERY')
    if (id !== undefined && (await requireHook(tx, open, id)).id !== hookId) throw notFound('DELIVERY')
    const copy = await copyDelivery(tx, hookId, deliveryId)
    if (copy === null) throw notFound('DELIVERY')
    await wakeHooks(tx, [hookId])
    return requireDelivery(tx, hookId, copy)
  })
}

/**
 * Everything that the hook was told since a moment, once more and in the same order. Returns how many. A slice at a time:
 * they have their bodies with them, and others want to write as well.
 */
export async function replay(
  app: Needs,
  of: HooksOf,
  { hook: id, since }: { readonly hook: RecordId; readonly since: number },
): Promise<number> {
  const open = await openHooks(app, of, 'write')
  // What comes meanwhile is told anyway.
  const last = await lastDeliveryId(app.db, (await requireHook(app.db, open, id)).id)
  let count = 0
  for (let after = 0; count < mostReplayed; ) {
    const span = { since, after, last, most: Math.min(replayedAtOnce, mostReplayed - count) }
    const ids = await inTransaction(app, async (tx) => {
      const hook = await requireHook(tx, open, id)
      const copied = await copyDeliveries(tx, hook.id, span)
      await wakeHooks(tx, [hook.id])
      return copied
    })
    count += ids.length
    const end = ids.at(-1)
    if (end === undefined || ids.length < span.most) break
    after = end
  }
  return count
}

async function requireDelivery(tx: Tx, hookId: number, id: RecordId): Promise<Delivery> {
  const delivery = await findDelivery(tx, hookId, id)
  if (delivery === null) throw notFound('DELIVERY')
  return delivery
}
