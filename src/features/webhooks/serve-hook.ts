import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { attemptDelivery, type MadeAttempt } from './attempt-delivery.ts'
import { bodyOf } from './body-of.ts'
import { type DeliveryRow, type HookRow, isHeld, takeLease } from './hook-lease.ts'
import { noteOutcome } from './note-outcome.ts'

/** As long as a delivery has not failed more often than this, those behind it wait: short troubles keep the order. */
const patience = 4

type Needs = Pick<App, 'config' | 'db' | 'clock' | 'history' | 'keys' | 'log' | 'objects' | 'passing' | 'records'>

/** Sends to one receiver what is due, one thing after the other, and by nobody else at the same time. `isOver` is asked between two. */
export async function serveHook(app: Needs, hookId: number, isOver: () => boolean): Promise<void> {
  const lease = randomUUID()
  if (!(await takeLease(app, hookId, lease))) return
  for (;;) {
    const hook = await app.db.selectFrom('webhooks').selectAll().where('id', '=', hookId).executeTakeFirst()
    if (hook === undefined || hook.lease !== lease) return
    const delivery = await nextDelivery(app.db, hookId, app.clock.now())
    if (delivery === null) {
      if (await rest(app, hookId, lease)) return
      continue
    }
    if (!(await serveOne(app, hook, delivery))) return
    if (isOver()) return letGo(app, hookId, lease)
  }
}

/** False when the hook is not ours any more, and then nothing that we did may count. */
async function serveOne(app: Needs, hook: HookRow, delivery: DeliveryRow): Promise<boolean> {
  let body: string | null
  try {
    body = delivery.body ?? (await bodyOf(app, hook, delivery))
  } catch (error) {
    return noteOutcome(app, hook, delivery, { kind: 'attempted', attempt: unmade(delivery, error) })
  }
  if (body === null) return noteOutcome(app, hook, delivery, { kind: 'skipped' })
  if (delivery.body === null && !(await keepBody(app, hook, delivery, body))) return false
  await app.passing('hook.sending')
  const attempt = await attemptDelivery(app, hook, { ...delivery, body })
  await app.passing('hook.sent')
  return noteOutcome(app, hook, delivery, { kind: 'attempted', attempt })
}

/** One that cannot be put together must not hold up all behind it for ever. */
function unmade(delivery: DeliveryRow, error: unknown): MadeAttempt {
  const text = `The payload could not be put together: ${String(error)}`
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

/** Somebody else may go on at once. */
function letGo(app: Needs, hookId: number, lease: string): Promise<void> {
  return inTransaction(app, async (tx) => {
    const free = { lease: null, lease_until: null }
    await tx.updateTable('webhooks').set(free).where('id', '=', hookId).where('lease', '=', lease).execute()
  })
}

/** Nothing is due: says when something will be. False when something has come in at this very moment. */
function rest(app: Needs, hookId: number, lease: string): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    // Held first and looked at then: who queues something holds it too, so one of us sees the other.
    if (!(await isHeld(tx, { id: hookId, lease }))) return true
    if ((await nextDelivery(tx, hookId, tx.now)) !== null) return false
    await tx
      .updateTable('webhooks')
      .set({ lease: null, lease_until: null, due_at: await nextDue(tx, hookId) })
      .where('id', '=', hookId)
      .where('lease', '=', lease)
      .execute()
    return true
  })
}

/** The first in line, or when that has to wait, one that failed so often that it stepped out of the line. */
async function nextDelivery(reader: Reader, hookId: number, now: number): Promise<DeliveryRow | null> {
  const head = await firstInLine(reader, hookId)
  if (head !== undefined && head.due_at <= now) return head
  const aside = await waiting(reader, hookId)
    .where('attempts', '>=', patience)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return aside ?? null
}

async function nextDue(reader: Reader, hookId: number): Promise<number | null> {
  const head = await firstInLine(reader, hookId)
  const aside = await waiting(reader, hookId)
    .where('attempts', '>=', patience)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  const times = [head, aside].flatMap((one) => (one === undefined ? [] : [one.due_at]))
  return times.length === 0 ? null : Math.min(...times)
}

function firstInLine(reader: Reader, hookId: number): Promise<DeliveryRow | undefined> {
  return waiting(reader, hookId).where('attempts', '<', patience).orderBy('id').limit(1).executeTakeFirst()
}

function waiting(reader: Reader, hookId: number) {
  return reader.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', hookId).where('state', '=', 'waiting')
}
