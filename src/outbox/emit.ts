import type { Event } from '../core/events.ts'
import type { Tx } from '../db/handle.ts'
import { prepared } from '../db/prepared.ts'
import { uuid } from '../db/uuid.ts'
import { isHeard } from './is-heard.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { subscriptions } from './subscriptions.ts'

/**
 * What a thing is at this moment, for receivers outside who hear of it later. Only asked for when one of them listens.
 */
export type Capture = () => Promise<object | null>

/**
 * Says that something happened, in the same transaction as the thing itself: one job row for each subscriber that has
 * somebody to tell, and what webhooks are to be told. What was committed will be followed up whatever crashes; what was
 * rolled back never happened.
 */
export async function emit(tx: Tx, event: Event, capture?: Capture): Promise<void> {
  tx.tells.add(event.type)
  await queueDeliveries(tx, event, capture)
  let isWork = false
  for (const name of subscriptions[event.type]) {
    if (!(await isHeard(tx, name, event))) continue
    await insertJob(tx, { uuid: uuid(), name, payload: JSON.stringify(event), now: tx.now })
    isWork = true
  }
  if (isWork) await tx.notify('jobs')
}

const insertJob = prepared((db, its: { uuid: string; name: string; payload: string; now: number }) =>
  db.insertInto('jobs').values({
    uuid: its.uuid,
    name: its.name,
    payload: its.payload,
    state: 'ready',
    run_at: its.now,
    attempts: 0,
    created_at: its.now,
  }),
)
