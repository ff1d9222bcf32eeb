import { Type } from 'typebox'
import { hookEvents } from '../../../core/hook-events.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { getDelivery, listDeliveries, redeliver, replay, testHook } from '../../../features/webhooks/deliveries.ts'
import { addHook, changeHook, getHook, listHooks, removeHook } from '../../../features/webhooks/manage-hooks.ts'
import { route } from '../route.ts'

const tag = 'Webhooks'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const repoParams = Type.Object(ofRepo)
const hookParams = Type.Object({ ...ofRepo, id: text })
const uuid = Type.String({ format: 'uuid' })
const reading = { tag, right: 'user', scope: 'repo:read', role: 'Maintainer', rate: 'api' } as const
const writing = { tag, right: 'user', scope: 'repo:write', role: 'Maintainer', rate: 'api' } as const

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
  content_type: Type.Optional(Type.String({ maxLength: 40, description: 'json or form' })),
}
const url = Type.String({
  maxLength: 2048,
  description: 'http or https; private networks only where an administrator allows',
})

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/hooks',
    summary: 'Webhooks, newest first',
    ...reading,
    params: repoParams,
    output: { kind: 'list', resource: 'webhook' },
    handle: ({ app, actor, params, page }) => listHooks(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/hooks',
    summary: 'Add a webhook',
    ...writing,
    params: repoParams,
    body: Type.Object({ url, ...fields }),
    output: { kind: 'one', status: 201, resource: 'webhook' },
    handle: ({ app, actor, params, body }) => addHook(app, actor, params, inputOf(body)),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/hooks/{id}',
    summary: 'A webhook',
    ...reading,
    params: hookParams,
    output: { kind: 'one', status: 200, resource: 'webhook' },
    handle: ({ app, actor, params }) => getHook(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/hooks/{id}',
    summary: 'Change a webhook; a secret that is not named stays',
    ...writing,
    params: hookParams,
    body: Type.Object({ url: Type.Optional(url), ...fields }),
    output: { kind: 'one', status: 200, resource: 'webhook' },
    handle: ({ app, actor, params, body }) =>
      changeHook(app, actor, params, { id: parseRecordId(params.id), changes: inputOf(body) }),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/hooks/{id}',
    summary: 'Delete a webhook with all that was sent to it',
    ...writing,
    params: hookParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => removeHook(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/hooks/{id}/test',
    summary: 'Send a ping',
    ...writing,
    params: hookParams,
    output: { kind: 'one', status: 201, resource: 'hookDelivery' },
    handle: ({ app, actor, params }) => testHook(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/hooks/{id}/replay',
    summary: 'Send again, in order, everything since a moment',
    ...writing,
    params: hookParams,
    body: Type.Object({ since: Type.String({ format: 'date-time', maxLength: 40 }) }),
    output: { kind: 'one', status: 201, resource: 'replayed' },
    handle: async ({ app, actor, params, body }) => ({
      deliveries: await replay(app, actor, params, { hook: parseRecordId(params.id), since: Date.parse(body.since) }),
    }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/hooks/{id}/deliveries',
    summary: 'What was sent to a webhook, newest first',
    ...reading,
    params: hookParams,
    output: { kind: 'list', resource: 'hookDelivery' },
    handle: ({ app, actor, params, page }) =>
      listDeliveries(app, actor, params, { hook: parseRecordId(params.id), page }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/hooks/{id}/deliveries/{uuid}',
    summary: 'A delivery with all that was sent and answered',
    ...reading,
    params: Type.Object({ ...ofRepo, id: text, uuid }),
    output: { kind: 'one', status: 200, resource: 'hookDeliveryDetail' },
    handle: ({ app, actor, params }) =>
      getDelivery(app, actor, params, { hook: parseRecordId(params.id), delivery: params.uuid }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/deliveries/{uuid}/redeliver',
    summary: 'Send a delivery of any webhook here again, as a new one',
    ...writing,
    params: Type.Object({ ...ofRepo, uuid }),
    output: { kind: 'one', status: 201, resource: 'hookDelivery' },
    handle: ({ app, actor, params }) => redeliver(app, actor, params, params.uuid),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/hooks/{id}/deliveries/{uuid}/redeliver',
    summary: 'Send a delivery again, as a new one',
    ...writing,
    params: Type.Object({ ...ofRepo, id: text, uuid }),
    output: { kind: 'one', status: 201, resource: 'hookDelivery' },
    handle: ({ app, actor, params }) => redeliver(app, actor, params, params.uuid),
  }),
]

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
