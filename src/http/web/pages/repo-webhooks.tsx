import { parseRecordId } from '../../../core/record-id.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { getDelivery, listDeliveries, redeliver, testHook } from '../../../features/webhooks/deliveries.ts'
import { addHook, changeHook, getHook, listHooks, removeHook } from '../../../features/webhooks/manage-hooks.ts'
import type { HookInput } from '../../../features/webhooks/parse-hook.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoWebhookView } from '../views/repo-webhook.tsx'
import { RepoWebhookDeliveryView } from '../views/repo-webhook-delivery.tsx'
import { RepoWebhookFormView, type WebhookFormValues } from '../views/repo-webhook-form.tsx'
import { RepoWebhooksView } from '../views/repo-webhooks.tsx'
import { pageInfo } from './page-info.ts'
import { deliveryRow, savedWebhook, shownDelivery, typedWebhook, webhookRow } from './shown-webhook.ts'

type Call = RepoCall<'session'>

const blank: WebhookFormValues = {
  url: '',
  secret: '',
  events: ['push'],
  branch_filter: '',
  content_type: 'json',
  active: true,
}

export const repoWebhookPages = [
  repoPage({
    method: 'GET',
    path: '/settings/webhooks',
    right: 'session',
    handle: async (call) => {
      const list = await listHooks(call.app, call.actor, call.ref, call.page)
      const pagination = pageInfo(list, listOf(call))
      const rows = list.items.map(webhookRow)
      return show(<RepoWebhooksView chrome={call.chrome} repo={call.head} webhooks={rows} pagination={pagination} />)
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/webhooks/new',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head }) => {
      await getRepoSettings(app, actor, ref)
      const form = { id: null, hasSecret: false, values: blank, errors: noErrors }
      return show(<RepoWebhookFormView chrome={chrome} repo={head} {...form} />)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/webhooks/new',
    right: 'session',
    handle: async (call) => {
      const { app, actor, ref, chrome, head } = call
      await getRepoSettings(app, actor, ref)
      const values = typedWebhook(call.form)
      return orErrors(
        async () => {
          const added = await addHook(app, actor, ref, inputOf(values))
          return done(`${listOf(call)}/${added.uuid}`, 'The webhook was added. Send a ping to see whether it is heard.')
        },
        (errors, kind) => {
          const form = { id: null, hasSecret: false, values, errors }
          return show(<RepoWebhookFormView chrome={chrome} repo={head} {...form} />, statusOf(kind))
        },
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/webhooks/:id',
    right: 'session',
    handle: async (call) => {
      const id = parseRecordId(call.params['id'] ?? '')
      const hook = await getHook(call.app, call.actor, call.ref, id)
      const list = await listDeliveries(call.app, call.actor, call.ref, { hook: id, page: call.page })
      return show(
        <RepoWebhookView
          chrome={call.chrome}
          repo={call.head}
          webhook={{ ...hook, id: hook.uuid }}
          deliveries={list.items.map(deliveryRow)}
          pagination={pageInfo(list, `${listOf(call)}/${hook.uuid}`)}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/webhooks/:id/edit',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head, params }) => {
      const hook = await getHook(app, actor, ref, parseRecordId(params['id'] ?? ''))
      const form = { id: hook.uuid, hasSecret: hook.hasSecret, values: savedWebhook(hook), errors: noErrors }
      return show(<RepoWebhookFormView chrome={chrome} repo={head} {...form} />)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/webhooks/:id/edit',
    right: 'session',
    handle: async (call) => {
      const { app, actor, ref, chrome, head } = call
      const { uuid, hasSecret } = await getHook(app, actor, ref, parseRecordId(call.params['id'] ?? ''))
      const values = typedWebhook(call.form)
      return orErrors(
        async () => {
          await changeHook(app, actor, ref, { id: { uuid }, changes: inputOf(values) })
          return done(`${listOf(call)}/${uuid}`, 'The webhook was saved.')
        },
        (errors, kind) => {
          const form = { id: uuid, hasSecret, values, errors }
          return show(<RepoWebhookFormView chrome={chrome} repo={head} {...form} />, statusOf(kind))
        },
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/webhooks/:id/test',
    right: 'session',
    handle: async (call) => {
      const id = call.params['id'] ?? ''
      await testHook(call.app, call.actor, call.ref, parseRecordId(id))
      return done(`${listOf(call)}/${id}`, 'A ping is on its way.')
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/webhooks/:id/delete',
    right: 'session',
    handle: async (call) => {
      await removeHook(call.app, call.actor, call.ref, parseRecordId(call.params['id'] ?? ''))
      return done(listOf(call), 'The webhook was deleted.')
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/webhooks/:id/deliveries/:uuid',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head, params }) => {
      const id = parseRecordId(params['id'] ?? '')
      const hook = await getHook(app, actor, ref, id)
      const delivery = await getDelivery(app, actor, ref, { hook: id, delivery: params['uuid'] ?? '' })
      const shown = shownDelivery(delivery)
      return show(<RepoWebhookDeliveryView chrome={chrome} repo={head} webhookId={hook.uuid} delivery={shown} />)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/webhooks/:id/deliveries/:uuid/redeliver',
    right: 'session',
    handle: async (call) => {
      await redeliver(call.app, call.actor, call.ref, call.params['uuid'] ?? '')
      return done(`${listOf(call)}/${call.params['id'] ?? ''}`, 'It is sent again.')
    },
  }),
]

function listOf({ head }: Call): string {
  return `${repoUrl(head)}/settings/webhooks`
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
