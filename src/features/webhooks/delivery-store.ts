import type { ExpressionBuilder, Selectable } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import { type Attempt, type Delivery, type DeliveryDetail, type HookPlace, hookDisabled } from './webhook.ts'

type Row = Selectable<Schema['hook_deliveries']>

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
export async function findHookOfDelivery(reader: Reader, place: HookPlace, id: RecordId): Promise<number | null> {
  const all = reader
    .selectFrom('hook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'hook_deliveries.hook_id')
    .select('webhooks.id')
    .where(isDelivery(id))
  const here =
    place === 'service'
      ? all.where('repo_id', 'is', null).where('team_id', 'is', null)
      : 'repoId' in place
        ? all.where('repo_id', '=', place.repoId)
        : all.where('team_id', '=', place.teamId)
  return (await here.executeTakeFirst())?.id ?? null
}

/** Puts a delivery at the end of the line again. Null when it is not there. */
export async function copyDelivery(tx: Tx, hookId: number, id: RecordId): Promise<RecordId | null> {
  const row = await tx
    .selectFrom('hook_deliveries')
    .select(copied)
    .where('hook_id', '=', hookId)
    .where(isDelivery(id))
    .executeTakeFirst()
  if (row === undefined) return null
  const copy = copyOf(tx, hookId, row)
  await tx.insertInto('hook_deliveries').values(copy).execute()
  return { uuid: copy.uuid }
}

export async function lastDeliveryId(reader: Reader, hookId: number): Promise<number> {
  const newest = reader.selectFrom('hook_deliveries').select('id').where('hook_id', '=', hookId).orderBy('id', 'desc')
  return (await newest.limit(1).executeTakeFirst())?.id ?? 0
}

export interface Span {
  /** When they were queued. */
  readonly since: number
  /** Ids: those behind the first, up to the second. */
  readonly after: number
  readonly last: number
  readonly most: number
}

/** The same for the first few of a span. What repeats another is not repeated again. Returns the ids of the copied. */
export async function copyDeliveries(tx: Tx, hookId: number, span: Span): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('hook_deliveries')
    .select(copied)
    .where('hook_id', '=', hookId)
    .where('id', '>', span.after)
    .where('id', '<=', span.last)
    .where('created_at', '>=', span.since)
    .where('redelivery_of', 'is', null)
    .where('event', '!=', 'ping')
    .orderBy('id')
    .limit(span.most)
    .execute()
  if (rows.length > 0) {
    await tx
      .insertInto('hook_deliveries')
      .values(rows.map((row) => copyOf(tx, hookId, row)))
      .execute()
  }
  return rows.map((row) => row.id)
}

const copied = ['id', 'uuid', 'event', 'source', 'body', 'redelivery_of'] as const

function copyOf(tx: Tx, hookId: number, row: Pick<Row, (typeof copied)[number]>) {
  return {
    uuid: uuid(),
    hook_id: hookId,
    event: row.event,
    source: row.source,
    body: row.body,
    state: 'waiting' as const,
    attempts: 0,
    due_at: tx.now,
    // The first of them all: that is the id which the receiver knows.
    redelivery_of: row.redelivery_of ?? row.uuid,
    created_at: tx.now,
  }
}

export async function findDelivery(reader: Reader, hookId: number, id: RecordId): Promise<DeliveryDetail | null> {
  const row = await reader
    .selectFrom('hook_deliveries')
    .selectAll()
    .where(isDelivery(id))
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

function isDelivery(id: RecordId) {
  return (eb: ExpressionBuilder<Schema, 'hook_deliveries'>) =>
    'uuid' in id ? eb('hook_deliveries.uuid', '=', id.uuid) : eb('hook_deliveries.id', '=', id.id)
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

/** What still waits is not sent behind the maintainers' backs when they switch the hook on again: they can replay it. */
export async function giveUpWaiting(tx: Tx, hookId: number): Promise<void> {
  await tx
    .updateTable('hook_deliveries')
    .set({ state: 'failed', error: hookDisabled, finished_at: tx.now })
    .where('hook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .execute()
}
