import type { Selectable } from 'kysely'
import { type HookEvent, hookEvents } from '../../core/hook-events.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { lastDeliveries } from './delivery-store.ts'
import type { HookValues } from './parse-hook.ts'
import type { Delivery, HookPlace, Webhook } from './webhook.ts'

type Row = Selectable<Schema['webhooks']>

function select(reader: Reader, place: HookPlace) {
  const all = reader.selectFrom('webhooks').selectAll()
  if (place === 'service') return all.where('repo_id', 'is', null).where('team_id', 'is', null)
  return 'repoId' in place ? all.where('repo_id', '=', place.repoId) : all.where('team_id', '=', place.teamId)
}

export async function pageOfHooks(reader: Reader, place: HookPlace, request: PageRequest): Promise<Page<Webhook>> {
  const page = await readPage(select(reader, place).orderBy('id', 'desc'), request)
  const last = await lastDeliveries(
    reader,
    page.items.map((row) => row.id),
  )
  return mapPage(page, (row) => toWebhook(row, last.get(row.id) ?? null))
}

export async function findHook(reader: Reader, place: HookPlace, id: RecordId): Promise<Webhook | null> {
  const all = select(reader, place)
  const row = await ('uuid' in id ? all.where('uuid', '=', id.uuid) : all.where('id', '=', id.id)).executeTakeFirst()
  if (row === undefined) return null
  return toWebhook(row, (await lastDeliveries(reader, [row.id])).get(row.id) ?? null)
}

export async function countHooks(reader: Reader, place: HookPlace): Promise<number> {
  const rows = await select(reader, place).clearSelect().select('id').execute()
  return rows.length
}

export async function insertHook(
  tx: Tx,
  place: HookPlace,
  values: HookValues & { readonly creatorId: number | null; readonly sealKey: Uint8Array },
): Promise<Webhook> {
  const id = uuid()
  const row = await tx
    .insertInto('webhooks')
    .values({
      uuid: id,
      repo_id: place !== 'service' && 'repoId' in place ? place.repoId : null,
      team_id: place !== 'service' && 'teamId' in place ? place.teamId : null,
      creator_id: values.creatorId,
      ...columns(values),
      secret_sealed: sealed(values.sealKey, id, values.secret),
      failures: 0,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toWebhook(row, null)
}

/** Without `secret` in the values the old one stays; null or an empty text takes it away. */
export async function saveHook(tx: Tx, hook: Webhook, values: HookValues, sealKey: Uint8Array): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({
      ...columns(values),
      ...(values.secret === undefined ? {} : { secret_sealed: sealed(sealKey, hook.uuid, values.secret) }),
      // Somebody looked after it: it gets all its chances again.
      ...(values.isActive && !hook.isActive ? { failures: 0 } : {}),
      updated_at: tx.now,
    })
    .where('id', '=', hook.id)
    .execute()
}

export async function deleteHook(tx: Tx, hook: Webhook): Promise<boolean> {
  const deleted = await tx.deleteFrom('webhooks').where('id', '=', hook.id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

function columns(values: HookValues) {
  return {
    url: values.url,
    events: `,${values.events.join(',')},`,
    branch_filter: values.branchFilter,
    content_type: values.contentType,
    is_active: values.isActive ? 1 : 0,
  }
}

function sealed(key: Uint8Array, hookUuid: string, secret: string | null | undefined): string | null {
  return secret === undefined || secret === null || secret === '' ? null : seal(key, placeOf(hookUuid), secret)
}

export function secretOf(key: Uint8Array, row: Pick<Row, 'uuid' | 'secret_sealed'>): string | null {
  return row.secret_sealed === null ? null : unseal(key, placeOf(row.uuid), row.secret_sealed)
}

function placeOf(hookUuid: string): string {
  return `webhooks.secret of ${hookUuid}`
}

function toWebhook(row: Row, lastDelivery: Delivery | null): Webhook {
  return {
    id: row.id,
    uuid: row.uuid,
    url: row.url,
    hasSecret: row.secret_sealed !== null,
    events: eventsOf(row.events),
    isActive: row.is_active === 1,
    branchFilter: row.branch_filter,
    contentType: row.content_type,
    failures: row.failures,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastDelivery,
  }
}

function eventsOf(stored: string): readonly HookEvent[] {
  return hookEvents.filter((event) => stored.includes(`,${event},`))
}
