import type { App } from '../../app.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { giveUpWaiting } from './delivery-store.ts'
import { type HookInput, parseHook } from './parse-hook.ts'
import { type HooksOf, type OpenPlace, openHooks, requireHook } from './require-hook.ts'
import { countHooks, deleteHook, insertHook, pageOfHooks, saveHook } from './store.ts'
import type { Webhook } from './webhook.ts'

type Needs = Pick<App, 'config' | 'db' | 'keys'>

export async function listHooks(app: Pick<App, 'db'>, of: HooksOf, request: PageRequest): Promise<Page<Webhook>> {
  const { place } = await openHooks(app, of, 'read')
  return pageOfHooks(app.db, place, request)
}

export async function getHook(app: Pick<App, 'db'>, of: HooksOf, id: RecordId): Promise<Webhook> {
  return requireHook(app.db, await openHooks(app, of, 'read'), id)
}

export async function addHook(app: Needs, of: HooksOf, input: HookInput): Promise<Webhook> {
  const open = await openHooks(app, of, 'write')
  const values = parseHook(app.config, input, null)
  return inTransaction(app, async (tx) => {
    requirePlaceFor('webhooks', await countHooks(tx, open.place))
    const hook = await insertHook(tx, open.place, { ...values, creatorId: open.actorId, sealKey: app.keys.seal })
    await record(app, tx, open.actor, { event: 'WEBHOOK_CREATED', ...about(open, hook) })
    return hook
  })
}

export async function changeHook(
  app: Needs,
  of: HooksOf,
  { id, changes }: { readonly id: RecordId; readonly changes: HookInput },
): Promise<Webhook> {
  const open = await openHooks(app, of, 'write')
  return inTransaction(app, async (tx) => {
    const before = await requireHook(tx, open, id)
    await saveHook(tx, before, parseHook(app.config, changes, before), app.keys.seal)
    const after = await requireHook(tx, open, { id: before.id })
    if (before.isActive && !after.isActive) await giveUpWaiting(tx, after.id)
    await record(app, tx, open.actor, { event: 'WEBHOOK_UPDATED', ...about(open, after) })
    return after
  })
}

/** What still waits to be sent to it goes too. */
export async function removeHook(app: Needs, of: HooksOf, id: RecordId): Promise<void> {
  const open = await openHooks(app, of, 'write')
  await inTransaction(app, async (tx) => {
    const hook = await requireHook(tx, open, id)
    await deleteHook(tx, hook)
    await record(app, tx, open.actor, { event: 'WEBHOOK_DELETED', ...about(open, hook) })
  })
}

/** The address without its query, which people put secrets into. */
function about(open: OpenPlace, hook: Webhook) {
  const { origin, pathname } = new URL(hook.url)
  return {
    target: { type: 'webhook', id: hook.uuid, name: `${origin}${pathname}` },
    metadata: { ...whereabouts(open), events: hook.events, active: hook.isActive },
  }
}

function whereabouts({ place, name }: OpenPlace): object {
  if (place === 'service') return {}
  return 'repoId' in place ? { repository: name } : { team: name }
}
