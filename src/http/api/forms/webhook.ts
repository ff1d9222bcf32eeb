import { Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Attempt, Delivery, DeliveryDetail, Webhook } from '../../../features/webhooks/webhook.ts'
import { type Form, idIn, idSchema, maybeTimestamp, type Presentation, type Presenter, timestamp } from './form.ts'

const maybeText = Type.Union([Type.String(), Type.Null()])
const maybeNumber = Type.Union([Type.Integer(), Type.Null()])

const deliveryFields = {
  id: Type.String({ format: 'uuid', description: 'X-Svc-Delivery, unless this repeats another' }),
  event: Type.String(),
  state: Type.String({ enum: ['waiting', 'delivered', 'failed', 'skipped'] }),
  attempts: Type.Integer(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: "The last answer's; null where there was none" }),
  duration_ms: maybeNumber,
  error: maybeText,
  redelivery_of: Type.Union([Type.String(), Type.Null()], {
    description: 'The delivery that this repeats: X-Svc-Delivery is the id of that one',
  }),
  created_at: timestamp,
  next_attempt_at: maybeTimestamp,
  finished_at: maybeTimestamp,
}

function presentDelivery(one: Delivery): object {
  return {
    id: one.uuid,
    event: one.event,
    state: one.state,
    attempts: one.attempts,
    status: one.status,
    duration_ms: one.durationMs,
    error: one.error,
    redelivery_of: one.redeliveryOf,
    created_at: iso(one.createdAt),
    next_attempt_at: maybeIso(one.dueAt),
    finished_at: maybeIso(one.finishedAt),
  }
}

const headers = Type.Record(Type.String(), Type.String())

const tries = Type.Array(
  Type.Object({
    number: Type.Integer(),
    request_headers: headers,
    status: maybeNumber,
    response_headers: headers,
    response_body: maybeText,
    duration_ms: Type.Integer(),
    error: maybeText,
    created_at: timestamp,
  }),
)

function presentAttempt(one: Attempt): object {
  return {
    number: one.number,
    request_headers: one.requestHeaders,
    status: one.status,
    response_headers: one.responseHeaders,
    response_body: one.responseBody,
    duration_ms: one.durationMs,
    error: one.error,
    created_at: iso(one.createdAt),
  }
}

function webhookIn(form: Form): Presenter<Webhook> {
  return {
    schema: Type.Object({
      id: idSchema[form],
      url: Type.String(),
      events: Type.Array(Type.String()),
      active: Type.Boolean(),
      branch_filter: Type.String({ description: 'Patterns of branch names between commas; empty for all' }),
      content_type: Type.String({ enum: ['json', 'form', 'chat'] }),
      has_secret: Type.Boolean({ description: 'The secret itself never comes back' }),
      failures: Type.Integer({ description: 'Failed attempts in a row; at 20 the webhook is switched off' }),
      created_at: timestamp,
      updated_at: timestamp,
      last_delivery: Type.Union([Type.Object(deliveryFields), Type.Null()]),
    }),
    present: (one) => ({
      id: idIn(form, one),
      url: one.url,
      events: one.events,
      active: one.isActive,
      branch_filter: one.branchFilter,
      content_type: one.contentType,
      has_secret: one.hasSecret,
      failures: one.failures,
      created_at: iso(one.createdAt),
      updated_at: iso(one.updatedAt),
      last_delivery: one.lastDelivery === null ? null : presentDelivery(one.lastDelivery),
    }),
  }
}

const delivery: Presenter<Delivery> = { schema: Type.Object(deliveryFields), present: presentDelivery }

const detail: Presenter<DeliveryDetail> = {
  schema: Type.Object({
    ...deliveryFields,
    body: Type.Union([Type.String(), Type.Null()], { description: 'JSON as it was signed; null until the first try' }),
    tries,
  }),
  present: (one) => ({ ...presentDelivery(one), body: one.body, tries: one.tries.map(presentAttempt) }),
}

const count: Presenter<{ readonly deliveries: number }> = {
  schema: Type.Object({ deliveries: Type.Integer({ description: 'How many will be sent again' }) }),
  present: ({ deliveries }) => ({ deliveries }),
}

export const webhook: Presentation<Webhook> = { A: webhookIn('A'), B: webhookIn('B') }
export const hookDelivery: Presentation<Delivery> = { A: delivery, B: delivery }
export const hookDeliveryDetail: Presentation<DeliveryDetail> = { A: detail, B: detail }
export const replayed: Presentation<{ readonly deliveries: number }> = { A: count, B: count }
