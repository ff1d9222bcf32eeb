import { type TObject, type TString, Type } from 'typebox'
import { hookEvents } from '../../../core/hook-events.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import type { Role } from '../../../core/roles.ts'
import type { Permitted, Right } from '../../../features/access/permit.ts'
import { getDelivery, listDeliveries, redeliver, replay, testHook } from '../../../features/webhooks/deliveries.ts'
import { addHook, changeHook, getHook, listHooks, removeHook } from '../../../features/webhooks/manage-hooks.ts'
import type { HooksOf } from '../../../features/webhooks/require-hook.ts'
import { type Output, type Route, type RouteDefinition, route } from '../route.ts'

const text = Type.String({ maxLength: 255 })

const fields = {
  secret: Type.Optional(
    Type.Union([Type.String({ maxLength: 255 }), Type.Null()], { description: 'Signs what is sent' }),
  ),
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: 40,
      description: `Among ${hookEvents.join(', ')}; * for all. push if nothing is said`,
    }),
  ),
  active: Type.Optional(Type.Boolean()),
  branch_filter: Type.Optional(
    Type.String({ maxLength: 255, description: 'Patterns of branch names, between commas: push, create and delete' }),
  ),
  content_type: Type.Optional(
    Type.String({ maxLength: 40, description: 'json, form, or chat: a sentence for people in place of the records' }),
  ),
}
const url = Type.String({
  maxLength: 2048,
  description: 'http or https; private networks only where an administrator allows',
})

interface Place<R extends Right> {
  /** Of everything below. */
  readonly path: string
  readonly params: Readonly<Record<string, TString>>
  readonly reading: Admission<R>
  readonly writing: Admission<R>
  readonly of: (actor: Permitted<R>, params: Readonly<Record<string, string>>) => HooksOf
}

type Admission<R extends Right> = Pick<RouteDefinition<R, TObject, undefined, undefined, Output>, 'scope' | 'rate'> & {
  readonly tag: string
  readonly right: R
  readonly role?: Role
}

/** The same for every place that has webhooks. */
export function hookRoutesAt<R extends Right>({
  path,
  params: place,
  reading,
  writing,
  of,
}: Place<R>): readonly Route[] {
  const placeParams = Type.Object(place)
  const hookParams = Type.Object({ ...place, id: text })
  const deliveryParams = Type.Object({ ...place, id: text, uuid: text })
  return [
    route({
      method: 'GET',
      path: `${path}/hooks`,
      summary: 'Webhooks, newest first',
      ...reading,
      params: placeParams,
      output: { kind: 'list', resource: 'webhook' },
      handle: ({ app, actor, params, page }) => listHooks(app, of(actor, params), page),
    }),
    route({
      method: 'POST',
      path: `${path}/hooks`,
      summary: 'Add a webhook',
      ...writing,
      params: placeParams,
      body: Type.Object({ url, ...fields }),
      output: { kind: 'one', status: 201, resource: 'webhook' },
      handle: ({ app, actor, params, body }) => addHook(app, of(actor, params), inputOf(body)),
    }),
    route({
      method: 'GET',
      path: `${path}/hooks/{id}`,
      summary: 'A webhook',
      ...reading,
      params: hookParams,
      output: { kind: 'one', status: 200, resource: 'webhook' },
      handle: ({ app, actor, params }) => getHook(app, of(actor, params), parseRecordId(params.id)),
    }),
    route({
      method: 'PATCH',
      path: `${path}/hooks/{id}`,
      summary: 'Change a webhook; a secret that is not named stays',
      ...writing,
      params: hookParams,
      body: Type.Object({ url: Type.Optional(url), ...fields }),
      output: { kind: 'one', status: 200, resource: 'webhook' },
      handle: ({ app, actor, params, body }) =>
        changeHook(app, of(actor, params), { id: parseRecordId(params.id), changes: inputOf(body) }),
    }),
    route({
      method: 'DELETE',
      path: `${path}/hooks/{id}`,
      summary: 'Delete a webhook with all that was sent to it',
      ...writing,
      params: hookParams,
      output: { kind: 'nothing', status: 204 },
      handle: ({ app, actor, params }) => removeHook(app, of(actor, params), parseRecordId(params.id)),
    }),
    route({
      method: 'POST',
      path: `${path}/hooks/{id}/test`,
      summary: 'Send a ping',
      ...writing,
      params: hookParams,
      output: { kind: 'one', status: 201, resource: 'hookDelivery' },
      handle: ({ app, actor, params }) => testHook(app, of(actor, params), parseRecordId(params.id)),
    }),
    route({
      method: 'POST',
      path: `${path}/hooks/{id}/replay`,
      summary: 'Send again, in order, everything since a moment',
      ...writing,
      params: hookParams,
      body: Type.Object({ since: Type.String({ format: 'date-time', maxLength: 40 }) }),
      output: { kind: 'one', status: 201, resource: 'replayed' },
      handle: async ({ app, actor, params, body }) => ({
        deliveries: await replay(app, of(actor, params), {
          hook: parseRecordId(params.id),
          since: Date.parse(body.since),
        }),
      }),
    }),
    route({
      method: 'GET',
      path: `${path}/hooks/{id}/deliveries`,
      summary: 'What was sent to a webhook, newest first',
      ...reading,
      params: hookParams,
      output: { kind: 'list', resource: 'hookDelivery' },
      handle: ({ app, actor, params, page }) =>
        listDeliveries(app, of(actor, params), { hook: parseRecordId(params.id), page }),
    }),
    route({
      method: 'GET',
      path: `${path}/hooks/{id}/deliveries/{uuid}`,
      summary: 'A delivery with all that was sent and answered',
      ...reading,
      params: deliveryParams,
      output: { kind: 'one', status: 200, resource: 'hookDeliveryDetail' },
      handle: ({ app, actor, params }) =>
        getDelivery(app, of(actor, params), { hook: parseRecordId(params.id), delivery: parseRecordId(params.uuid) }),
    }),
    route({
      method: 'POST',
      path: `${path}/deliveries/{uuid}/redeliver`,
      summary: 'Send a delivery of any webhook here again, as a new one',
      ...writing,
      params: Type.Object({ ...place, uuid: text }),
      output: { kind: 'one', status: 201, resource: 'hookDelivery' },
      handle: ({ app, actor, params }) => redeliver(app, of(actor, params), { delivery: parseRecordId(params.uuid) }),
    }),
    route({
      method: 'POST',
      path: `${path}/hooks/{id}/deliveries/{uuid}/redeliver`,
      summary: 'Send a delivery again, as a new one',
      ...writing,
      params: deliveryParams,
      output: { kind: 'one', status: 201, resource: 'hookDelivery' },
      handle: ({ app, actor, params }) =>
        redeliver(app, of(actor, params), { hook: parseRecordId(params.id), delivery: parseRecordId(params.uuid) }),
    }),
  ]
}

interface Body {
  url?: string
  secret?: string | null
  events?: string[]
  active?: boolean
  branch_filter?: string
  content_type?: string
}

function inputOf({ branch_filter: branchFilter, content_type: contentType, ...rest }: Body) {
  return { ...rest, branchFilter, contentType }
}
