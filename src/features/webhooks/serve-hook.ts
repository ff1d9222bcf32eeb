import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { attemptDelivery, type MadeAttempt } from './attempt-delivery.ts'
import { bodyOf } from './body-of.ts'
import { type DeliveryRow, type HookRow, isHeld, takeLease } from './hook-lease.ts'
import { noteOutcome } from './note-outcome.ts'

/** With more to be sent than fits into this, a hook goes to the end of the line: others wait for its place. */
const turnMs = 5 * second

type Needs = Pick<App, 'config' | 'db' | 'clock' | 'history' | 'keys' | 'log' | 'objects' | 'passing' | 'records'>

/**
 * Sends to one receiver what is due, one thing after the other, and by nobody else at the same time. The turn is over when
 * all is sent, when something fails, and after a while: whoever comes next may be served in less time. `isOver` is asked
 * between two.
 */
export async function serveHook(app: Needs, hookId: number, isOver: () => boolean): Promise<void> {
  const lease = randomUUID()
  if (!(await takeLease(app, hookId, lease))) return
  const ends = performance.now() + turnMs
  let failures = Number.POSITIVE_INFINITY
  for (;;) {
    const hook = await app.db.selectFrom('webhooks').selectAll().where('id', '=', hookId).executeTakeFirst()
    if (hook === undefined || hook.lease !== lease) return
    const mustEnd = hook.failures > failures || isOver() || performance.now() > ends
    const delivery = mustEnd ? null : await nextDelivery(app.db, hookId, app.clock.now())
    if (delivery === null) {
      if (await rest(app, { hookId, lease, mustEnd })) return
      continue
    }
    failures = hook.failures
    if (!(await serveOne(app, hook, delivery))) return
  }
}

/** False when the hook is not ours any more, and then nothing that we did may count. */
async function serveOne(app: Needs, hook: HookRow, delivery: DeliveryRow): Promise<boolean> {
  let body: string | null
  try {
    body = delivery.body ?? (await bodyOf(app, hook, delivery))
  } catch (error) {
    app.log.error({ hook: hook.id, delivery: delivery.id, error: String(error) }, 'a payload could not be put together')
    return noteOutcome(app, hook, delivery, { kind: 'attempted', attempt: unmade(delivery) })
  }
  if (body === null) return noteOutcome(app, hook, delivery, { kind: 'skipped' })
  if (delivery.body === null && !(await keepBody(app, hook, delivery, body))) return false
  await app.passing('hook.sending')
  const attempt = await attemptDelivery(app, hook, { ...delivery, body })
  await app.passing('hook.sent')
  return noteOutcome(app, hook, delivery, { kind: 'attempted', attempt })
}

/** One that cannot be put together must not hold up all behind it for ever. */
function unmade(delivery: DeliveryRow): MadeAttempt {
  const text = 'The payload could not be put together: the log of the service says why'
  return { number: delivery.attempts + 1, requestHeaders: {}, answer: null, error: text, isFinal: false, durationMs: 0 }
}

/** Every attempt sends the same bytes, whatever has become of the thing since. */
function keepBody(app: Needs, hook: HookRow, delivery: DeliveryRow, body: string): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    tx.tells.add('hook.body')
    if (!(await isHeld(tx, hook))) return false
    await tx.updateTable('hook_deliveries').set({ body }).where('id', '=', delivery.id).execute()
    return true
  })
}

/** Says when something will be due. False when something has come in at this very moment, and may still be sent. */
function rest(
  app: Needs,
  { hookId, lease, mustEnd }: { readonly hookId: number; readonly lease: string; readonly mustEnd: boolean },
): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    // Held first and looked at then: whoever queues something holds it too, so one of us sees the other.
    if (!(await isHeld(tx, { id: hookId, lease }))) return true
    if (!mustEnd && (await nextDelivery(tx, hookId, tx.now)) !== null) return false
    const next = await nextDue(tx, hookId)
    await tx
      .updateTable('webhooks')
      .set({ lease: null, lease_until: null, due_at: next === null ? null : Math.max(next, tx.now) })
      .where('id', '=', hookId)
      .where('lease', '=', lease)
      .execute()
    return true
  })
}

/** What was never tried, in the order in which it happened; then what is to be tried again by now. */
async function nextDelivery(reader: Reader, hookId: number, now: number): Promise<DeliveryRow | null> {
  const waiting = reader
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('hook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .limit(1)
  const first = await waiting.where('attempts', '=', 0).orderBy('id').executeTakeFirst()
  if (first !== undefined) return first
  const again = await waiting.where('due_at', '<=', now).orderBy('due_at').orderBy('id').executeTakeFirst()
  return again ?? null
}

async function nextDue(reader: Reader, hookId: number): Promise<number | null> {
  const row = await reader
    .selectFrom('hook_deliveries')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .where('hook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.at ?? null
}
