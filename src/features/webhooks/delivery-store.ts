import type { Selectable } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import type { Attempt, Delivery, DeliveryDetail, HookPlace } from './webhook.ts'

type Row = Selectable<Schema['hook_deliveries']>

const mostCopies = 10_000
const rowsAtOnce = 200

/** The newest one of each hook. */
export async function lastDeliveries(
  reader: Reader,
  hookIds: readonly number[],
): Promise<ReadonlyMap<number, Delivery>> {
  if (hookIds.length === 0) return new Map()
  const newest = reader
    .selectFrom('hook_deliveries')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('hook_id', 'in', hookIds)
    .groupBy('hook_id')
  const rows = await reader.selectFrom('hook_deliveries').selectAll().where('id', 'in', newest).execute()
  return new Map(rows.map((row) => [row.hook_id, toDelivery(row)]))
}

export async function pageOfDeliveries(reader: Reader, hookId: number, request: PageRequest): Promise<Page<Delivery>> {
  const query = reader.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', hookId).orderBy('id', 'desc')
  return mapPage(await readPage(query, request), toDelivery)
}

/** The hook that a delivery was for, if it is one of this place. */
export async function findHookOfDelivery(
  reader: Reader,
  place: HookPlace,
  deliveryUuid: string,
): Promise<number | null> {
  const all = reader
    .selectFrom('hook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'hook_deliveries.hook_id')
    .select('webhooks.id')
    .where('hook_deliveries.uuid', '=', deliveryUuid)
  const here =
    place === 'service'
      ? all.where('repo_id', 'is', null).where('team_id', 'is', null)
      : 'repoId' in place
        ? all.where('repo_id', '=', place.repoId)
        : all.where('team_id', '=', place.teamId)
  return (await here.executeTakeFirst())?.id ?? null
}

/** Puts a delivery, or all since a moment, at the end of the line again. What repeats another is not repeated again. */
export async function copyDeliveries(
  tx: Tx,
  hookId: number,
  which: { readonly uuid: string } | { readonly since: number },
): Promise<readonly string[]> {
  const all = tx.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', hookId)
  const rows = await ('uuid' in which
    ? all.where('uuid', '=', which.uuid)
    : all.where('created_at', '>=', which.since).where('redelivery_of', 'is', null).where('event', '!=', 'ping')
  )
    .orderBy('id')
    .limit(mostCopies)
    .execute()
  const copies = rows.map((row) => ({
    uuid: uuid(),
    hook_id: hookId,
    event: row.event,
    source: row.source,
    body: row.body,
    state: 'waiting' as const,
    attempts: 0,
    due_at: tx.now,
    redelivery_of: row.uuid,
    created_at: tx.now,
  }))
  for (let at = 0; at < copies.length; at += rowsAtOnce) {
    await tx
      .insertInto('hook_deliveries')
      .values(copies.slice(at, at + rowsAtOnce))
      .execute()
  }
  return copies.map((copy) => copy.uuid)
}

export async function findDelivery(
  reader: Reader,
  hookId: number,
  deliveryUuid: string,
): Promise<DeliveryDetail | null> {
  const row = await reader
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('uuid', '=', deliveryUuid)
    .where('hook_id', '=', hookId)
    .executeTakeFirst()
  if (row === undefined) return null
  const tries = await reader
    .selectFrom('hook_attempts')
    .selectAll()
    .where('delivery_id', '=', row.id)
    .orderBy('number')
    .execute()
  return { ...toDelivery(row), body: row.body, tries: tries.map(toAttempt) }
}

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    uuid: row.uuid,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    durationMs: row.duration_ms,
    error: row.error,
    redeliveryOf: row.redelivery_of,
    createdAt: row.created_at,
    dueAt: row.state === 'waiting' ? row.due_at : null,
    finishedAt: row.finished_at,
  }
}

function toAttempt(row: Selectable<Schema['hook_attempts']>): Attempt {
  return {
    number: row.number,
    requestHeaders: headersOf(row.request_headers),
    status: row.status,
    responseHeaders: headersOf(row.response_headers ?? '{}'),
    responseBody: row.response_body,
    durationMs: row.duration_ms,
    error: row.error,
    createdAt: row.created_at,
  }
}

/** Earlier versions cut long ones off in the middle: what is no JSON for that is left out, and all else is shown. */
function headersOf(json: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(json) as Record<string, string>
  } catch {
    return {}
  }
}
