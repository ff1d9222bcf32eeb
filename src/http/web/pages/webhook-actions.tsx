import type { App } from '../../../app.ts'
import type { PageRequest } from '../../../core/page.ts'
import { parseRecordId, type RecordId } from '../../../core/record-id.ts'
import { getDelivery, listDeliveries, redeliver, testHook } from '../../../features/webhooks/deliveries.ts'
import { addHook, changeHook, getHook, listHooks, removeHook } from '../../../features/webhooks/manage-hooks.ts'
import type { HookInput } from '../../../features/webhooks/parse-hook.ts'
import { type HooksOf, openHooks } from '../../../features/webhooks/require-hook.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import type { WebhookPlace } from '../layout/webhook-place.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { WebhookView } from '../views/webhook.tsx'
import { WebhookDeliveryView } from '../views/webhook-delivery.tsx'
import { type WebhookFormValues, WebhookFormView } from '../views/webhook-form.tsx'
import { WebhooksView } from '../views/webhooks.tsx'
import { pageInfo } from './page-info.ts'
import { deliveryRow, isDueSoon, savedWebhook, shownDelivery, typedWebhook, webhookRow } from './shown-webhook.ts'

/** What a page needs of the place whose webhooks it shows. */
export interface WebhookCall {
  readonly app: App
  readonly of: HooksOf
  readonly place: WebhookPlace
  readonly params: Readonly<Record<string, string>>
  readonly form: FormFields
  readonly page: PageRequest
}

interface WebhookAction {
  readonly method: 'GET' | 'POST'
  /** Below the list of webhooks. */
  readonly path: string
  readonly handle: (call: WebhookCall) => Promise<PageAnswer>
}

const blank: WebhookFormValues = {
  url: '',
  secret: '',
  events: ['push'],
  branch_filter: '',
  content_type: 'json',
  active: true,
}

/** The pages of webhooks, the same for a repository, a team and the whole service. */
export const webhookActions: readonly WebhookAction[] = [
  {
    method: 'GET',
    path: '',
    handle: async ({ app, of, place, page }) => {
      const list = await listHooks(app, of, page)
      const rows = list.items.map(webhookRow)
      return show(<WebhooksView place={place} webhooks={rows} pagination={pageInfo(list, place.base)} />)
    },
  },
  {
    method: 'GET',
    path: '/new',
    handle: async (call) => {
      await openHooks(call.app, call.of, 'write')
      return showForm(call, null, blank)
    },
  },
  {
    method: 'POST',
    path: '/new',
    handle: async (call) => {
      await openHooks(call.app, call.of, 'write')
      const values = typedWebhook(call.form)
      return orErrors(
        async () => {
          const added = await addHook(call.app, call.of, inputOf(values))
          return done(oneOf(call, added.uuid), 'The webhook was added. Send a ping to test it.')
        },
        (errors, kind) => showForm(call, null, values, { errors, status: statusOf(kind) }),
      )
    },
  },
  {
    method: 'GET',
    path: '/:id',
    handle: async (call) => {
      const hook = await getHook(call.app, call.of, idIn(call))
      const list = await listDeliveries(call.app, call.of, { hook: idIn(call), page: call.page })
      return show(
        <WebhookView
          place={call.place}
          webhook={{ ...hook, id: hook.uuid }}
          deliveries={list.items.map(deliveryRow)}
          waits={list.items.some((one) => isDueSoon(one, call.app.clock.now()))}
          pagination={pageInfo(list, oneOf(call, hook.uuid))}
        />,
      )
    },
  },
  {
    method: 'GET',
    path: '/:id/edit',
    handle: async (call) => {
      const hook = await getHook(call.app, call.of, idIn(call))
      return showForm(call, hook, savedWebhook(hook))
    },
  },
  {
    method: 'POST',
    path: '/:id/edit',
    handle: async (call) => {
      const hook = await getHook(call.app, call.of, idIn(call))
      const values = typedWebhook(call.form)
      return orErrors(
        async () => {
          await changeHook(call.app, call.of, { id: { uuid: hook.uuid }, changes: inputOf(values) })
          return done(oneOf(call, hook.uuid), 'The webhook was saved.')
        },
        (errors, kind) => showForm(call, hook, values, { errors, status: statusOf(kind) }),
      )
    },
  },
  {
    method: 'POST',
    path: '/:id/test',
    handle: async (call) => {
      await testHook(call.app, call.of, idIn(call))
      return done(oneOf(call, call.params['id'] ?? ''), 'A ping is on its way.')
    },
  },
  {
    method: 'POST',
    path: '/:id/delete',
    handle: async (call) => {
      await removeHook(call.app, call.of, idIn(call))
      return done(call.place.base, 'The webhook was deleted.')
    },
  },
  {
    method: 'GET',
    path: '/:id/deliveries/:uuid',
    handle: async (call) => {
      const hook = await getHook(call.app, call.of, idIn(call))
      const delivery = await getDelivery(call.app, call.of, { hook: idIn(call), delivery: deliveryIn(call) })
      return show(
        <WebhookDeliveryView
          place={call.place}
          webhookId={hook.uuid}
          delivery={shownDelivery(delivery)}
          waits={isDueSoon(delivery, call.app.clock.now())}
        />,
      )
    },
  },
  {
    method: 'POST',
    path: '/:id/deliveries/:uuid/redeliver',
    handle: async (call) => {
      await redeliver(call.app, call.of, { hook: idIn(call), delivery: deliveryIn(call) })
      return done(oneOf(call, call.params['id'] ?? ''), 'The delivery is being sent again.')
    },
  },
]

function deliveryIn({ params }: WebhookCall): RecordId {
  return parseRecordId(params['uuid'] ?? '')
}

function idIn({ params }: WebhookCall): RecordId {
  return parseRecordId(params['id'] ?? '')
}

function oneOf({ place }: WebhookCall, id: string): string {
  return `${place.base}/${id}`
}

function showForm(
  { place }: WebhookCall,
  hook: { readonly uuid: string; readonly hasSecret: boolean } | null,
  values: WebhookFormValues,
  { errors, status }: { readonly errors: FormErrors; readonly status: number } = { errors: noErrors, status: 200 },
): PageAnswer {
  const form = { id: hook?.uuid ?? null, hasSecret: hook?.hasSecret ?? false, values, errors }
  return show(<WebhookFormView place={place} {...form} />, status)
}

/** A secret that was left empty stays as it is. */
function inputOf(values: WebhookFormValues): HookInput {
  return {
    url: values.url,
    secret: values.secret === '' ? undefined : values.secret,
    events: values.events,
    active: values.active,
    branchFilter: values.branch_filter,
    contentType: values.content_type,
  }
}
