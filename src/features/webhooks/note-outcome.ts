import type { App } from '../../app.ts'
import { hour, minute, second } from '../../core/clock.ts'
import { storableText } from '../../core/storable-text.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import type { MadeAttempt } from './attempt-delivery.ts'
import { giveUpWaiting } from './delivery-store.ts'
import { type DeliveryRow, type HookRow, isHeld } from './hook-lease.ts'

type Outcome = { readonly kind: 'skipped' } | { readonly kind: 'attempted'; readonly attempt: MadeAttempt }

const pauses = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
const longestPause = 6 * hour
/** Also for a receiver that says "now": it has just had too much. */
const shortestPause = second
/** So many in a row that could not be delivered at once, and nobody is there any more. */
const tooManyFailures = 20
/** Of the JSON that the headers of an answer are kept as. */
const longestHeaders = 16_384

/** Writes down what came of a delivery. False when the hook is not ours any more: then somebody else tells it. */
export function noteOutcome(
  app: Pick<App, 'db'>,
  hook: HookRow,
  delivery: DeliveryRow,
  outcome: Outcome,
): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    tx.tells.add('hook.outcome')
    if (!(await isHeld(tx, hook))) return false
    if (outcome.kind === 'skipped') {
      await finish(tx, delivery, 'skipped')
      return true
    }
    await noteAttempt(tx, hook, delivery, outcome.attempt)
    return true
  })
}

async function noteAttempt(tx: Tx, hook: HookRow, delivery: DeliveryRow, attempt: MadeAttempt): Promise<void> {
  const { answer } = attempt
  const error = attempt.error === null ? null : storableText(attempt.error)
  await tx
    .insertInto('hook_attempts')
    .values({
      delivery_id: delivery.id,
      number: attempt.number,
      request_headers: JSON.stringify(attempt.requestHeaders),
      status: answer?.status ?? null,
      response_headers: answer === null ? null : JSON.stringify(fittingHeaders(answer.headers)),
      response_body: answer === null ? null : storableText(answer.body),
      duration_ms: attempt.durationMs,
      error,
      created_at: tx.now,
    })
    .execute()
  const last = {
    attempts: attempt.number,
    status: answer?.status ?? null,
    duration_ms: attempt.durationMs,
    error,
  }
  await tx.updateTable('hook_deliveries').set(last).where('id', '=', delivery.id).execute()
  const status = answer?.status ?? null
  if (status !== null && status >= 200 && status < 300) {
    await finish(tx, delivery, 'delivered')
    await tx.updateTable('webhooks').set({ failures: 0 }).where('id', '=', hook.id).execute()
    return
  }
  const pause = pauseAfter(attempt, tx.now)
  if (pause === null) await finish(tx, delivery, 'failed')
  else {
    const dueAt = tx.now + pause
    await tx.updateTable('hook_deliveries').set({ due_at: dueAt }).where('id', '=', delivery.id).execute()
  }
  // Trying again finds the same receiver away: a few events and a short while would be enough to be switched off.
  if (attempt.number === 1) await noteFailure(tx, hook)
}

/** A receiver may send as many as it likes: those that there is room for, each of them whole. */
function fittingHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let room = longestHeaders
  const fitting = Object.entries(headers).filter(([name, value]) => {
    const taken = JSON.stringify({ [name]: value }).length
    if (taken > room) return false
    room -= taken
    return true
  })
  return Object.fromEntries(fitting)
}

/** How long after a look a delivery may fall due that was tried so often, the last time with this answer. */
export function longestWait(attempts: number, status: number | null): number {
  return status === 429 ? longestPause : (pauses[attempts - 1] ?? 0)
}

/** How long until the next try; null when there is none. */
function pauseAfter({ answer, isFinal, number }: MadeAttempt, now: number): number | null {
  const pause = pauses[number - 1]
  if (isFinal || pause === undefined) return null
  if (answer === null || answer.status >= 500 || answer.status === 408) return pause
  if (answer.status !== 429) return null
  const asked = retryAfter(answer.headers['retry-after'] ?? '', now)
  return asked === null ? pause : Math.max(shortestPause, Math.min(longestPause, asked))
}

/** In seconds, or as a date of HTTP in one of its three shapes, of which the oldest does not say that it is in GMT. */
function retryAfter(header: string, now: number): number | null {
  if (/^\d{1,9}$/.test(header)) return Number(header) * second
  if (!/^[A-Z][a-z]{2,8},? [\w :-]{10,30}$/.test(header)) return null
  const at = Date.parse(header.endsWith(' GMT') ? header : `${header} GMT`)
  return Number.isNaN(at) ? null : at - now
}

async function noteFailure(tx: Tx, hook: HookRow): Promise<void> {
  const { failures } = await tx
    .updateTable('webhooks')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', hook.id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (failures < tooManyFailures) return
  const disabled = await tx
    .updateTable('webhooks')
    .set({ is_active: 0, updated_at: tx.now })
    .where('id', '=', hook.id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (disabled.numUpdatedRows === 0n) return
  await giveUpWaiting(tx, hook.id)
  await emit(tx, { type: 'webhook.disabled', hookId: hook.id })
}

async function finish(tx: Tx, delivery: DeliveryRow, state: 'delivered' | 'failed' | 'skipped'): Promise<void> {
  await tx.updateTable('hook_deliveries').set({ state, finished_at: tx.now }).where('id', '=', delivery.id).execute()
}
