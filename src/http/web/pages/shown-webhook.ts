import { second } from '../../../core/clock.ts'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import {
  type Attempt,
  type Delivery,
  type DeliveryDetail,
  hookDisabled,
  type Webhook,
} from '../../../features/webhooks/webhook.ts'
import type { Status } from '../components/status-label.tsx'
import type { FormFields } from '../form-fields.ts'
import type { DeliveryRow } from '../views/webhook.tsx'
import type { WebhookDeliveryProps } from '../views/webhook-delivery.tsx'
import type { WebhookFormValues } from '../views/webhook-form.tsx'
import type { WebhookRow } from '../views/webhooks.tsx'

const states: Record<Delivery['state'], { readonly status: Status; readonly word: string }> = {
  waiting: { status: 'pending', word: 'Waiting' },
  delivered: { status: 'success', word: 'Delivered' },
  failed: { status: 'failed', word: 'Failed' },
  skipped: { status: 'canceled', word: 'Skipped' },
}

/** Of a delivery that was given up with its webhook: its last attempt has nothing to do with it. */
const switchedOff = 'not sent: the webhook was switched off'

/** One that failed and is tried again is not one that nobody has tried yet. */
function stateOf({ state, attempts }: Delivery): { readonly status: Status; readonly word: string } {
  return state === 'waiting' && attempts > 0 ? { status: 'error', word: 'Trying again' } : states[state]
}

export function webhookRow(one: Webhook): WebhookRow {
  const { lastDelivery: last } = one
  return {
    id: one.uuid,
    url: one.url,
    events: one.events,
    isActive: one.isActive,
    last: last === null ? null : { ...stateOf(last), at: iso(last.createdAt) },
  }
}

/** What is tried in hours is not waited for. */
const soonMs = 30 * second

/** Whoever looks at it now will see what comes of it. */
export function isDueSoon({ state, dueAt }: Delivery, now: number): boolean {
  return state === 'waiting' && dueAt !== null && dueAt < now + soonMs
}

export function deliveryRow(one: Delivery): DeliveryRow {
  return {
    id: one.uuid,
    event: one.event,
    ...stateOf(one),
    outcome: rowOutcome(one),
    at: iso(one.createdAt),
    nextAt: nextOf(one),
  }
}

export function shownDelivery(one: DeliveryDetail): WebhookDeliveryProps['delivery'] {
  return {
    id: one.uuid,
    event: one.event,
    ...stateOf(one),
    at: iso(one.createdAt),
    nextAt: nextOf(one),
    why: one.error === hookDisabled ? switchedOff : null,
    redeliveryOf: one.redeliveryOf,
    body: one.body === null ? null : indented(one.body),
    tries: one.tries.map((attempt) => ({
      number: attempt.number,
      at: iso(attempt.createdAt),
      outcome: outcomeOf(attempt),
      requestHeaders: headersText(attempt.requestHeaders),
      responseHeaders: headersText(attempt.responseHeaders),
      responseBody: attempt.responseBody,
    })),
  }
}

function rowOutcome(one: Delivery): string {
  if (one.error === hookDisabled) return switchedOff
  return one.attempts === 0 ? (one.error ?? '') : outcomeOf(one)
}

function nextOf(one: Delivery): string | null {
  return one.attempts === 0 ? null : maybeIso(one.dueAt)
}

/** What is no JSON is shown as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

export function typedWebhook(form: FormFields): WebhookFormValues {
  return {
    url: form.text('url'),
    secret: form.text('secret'),
    events: form.all('events'),
    branch_filter: form.text('branch_filter'),
    content_type: form.text('content_type'),
    active: form.ticked('active'),
  }
}

export function savedWebhook(one: Webhook): WebhookFormValues {
  return {
    url: one.url,
    secret: '',
    events: one.events,
    branch_filter: one.branchFilter,
    content_type: one.contentType,
    active: one.isActive,
  }
}

function outcomeOf(one: Pick<Attempt, 'status' | 'error' | 'durationMs'> | Delivery): string {
  if (one.status !== null)
    return one.durationMs === null ? `answered ${one.status}` : `answered ${one.status} in ${one.durationMs} ms`
  const reason = one.error ?? 'no response'
  // "Could not be found in 4 ms" would be a reason of its own.
  return one.durationMs === null ? reason : `${reason} (after ${one.durationMs} ms)`
}

function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
