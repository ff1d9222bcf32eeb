import type { Event } from '../core/events.ts'
import type { Tx } from '../db/handle.ts'
import { uuid } from '../db/uuid.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { subscriptions } from './subscriptions.ts'

/**
 * What a thing is at this moment, for receivers outside who hear of it later. Only asked for when one of them listens.
 */
export type Capture = () => Promise<object | null>

/**
 * Says that something happened, in the same transaction as the thing itself: one job row for each subscriber,
 * and what webhooks are to be told. What was committed will be followed up whatever crashes; what was rolled back never happened.
 */
export async function emit(tx: Tx, event: Event, capture?: Capture): Promise<void> {
  tx.tells.add(event.type)
  await queueDeliveries(tx, event, capture)
  const rows = subscriptions[event.type].map((name) => ({
    uuid: uuid(),
    name,
    payload: JSON.stringify(event),
    state: 'ready' as const,
    run_at: tx.now,
    attempts: 0,
    created_at: tx.now,
  }))
  if (rows.length === 0) return
  await tx.insertInto('jobs').values(rows).execute()
  await tx.notify('jobs')
}
