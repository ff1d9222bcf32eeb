import { type Selectable, sql } from 'kysely'
import type { AdminActor } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Db } from '../../db/handle.ts'
import { holdsText } from '../../db/holds-text.ts'
import { readLongPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'

export interface AuditEntry {
  readonly id: number
  readonly uuid: string
  readonly event: string
  readonly actor: { readonly id: number; readonly uuid: string; readonly username: string } | null
  readonly actorIp: string | null
  readonly userAgent: string | null
  readonly origin: 'web' | 'api' | 'ssh' | 'system'
  readonly targetType: string | null
  readonly targetId: string | null
  readonly targetName: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly prevHash: string
  readonly hash: string
}

export interface AuditFilter {
  readonly event?: string | undefined
  /** A part of the event's name, in capitals or not. */
  readonly eventPart?: string | undefined
  readonly actor?: string | undefined
}

/** Nobody turns more pages, and there may be millions. */
const mostCounted = 10_000

export async function listAudit(
  app: { readonly db: Db },
  _actor: AdminActor,
  filter: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditEntry>> {
  let query = app.db.selectFrom('audit')
  if (filter.event !== undefined) query = query.where('event', '=', filter.event)
  if (filter.eventPart !== undefined) query = query.where(holdsText(filter.eventPart, sql<string>`lower(event)`))
  if (filter.actor !== undefined) query = query.where('actor_name', '=', filter.actor)
  return mapPage(await readLongPage(query.selectAll().orderBy('id', 'desc'), request, mostCounted), toEntry)
}

function toEntry(row: Selectable<Schema['audit']>): AuditEntry {
  return {
    id: row.id,
    uuid: row.uuid,
    event: row.event,
    actor:
      row.actor_id === null || row.actor_uuid === null || row.actor_name === null
        ? null
        : { id: row.actor_id, uuid: row.actor_uuid, username: row.actor_name },
    actorIp: row.actor_ip,
    userAgent: row.user_agent,
    origin: row.origin,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName: row.target_name,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    createdAt: row.created_at,
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}

/** The events that occur, for a filter to suggest. */
export async function listAuditEvents(app: { readonly db: Db }, _actor: AdminActor): Promise<readonly string[]> {
  const rows = await app.db.selectFrom('audit').select('event').distinct().orderBy('event').execute()
  return rows.map((row) => row.event)
}
