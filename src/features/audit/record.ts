import { type Actor, userOf } from '../../core/actor.ts'
import type { Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import type { Keys } from '../../secrets/keys.ts'
import { hashOf } from './chain.ts'
import type { AuditEvent } from './events.ts'

export interface AuditFact {
  readonly event: AuditEvent
  readonly target?: { readonly type: string; readonly id: string; readonly name: string }
  readonly metadata?: Readonly<Record<string, unknown>>
}

/**
 * Appends to the audit log, in the same transaction as the act. The head row is taken first: it makes writers queue up
 * (on PostgreSQL too), so that the chain never forks. Record last in a transaction: it holds up the others from here.
 */
export async function record(app: { keys: Keys }, tx: Tx, actor: Actor, fact: AuditFact): Promise<void> {
  tx.tells.add(fact.event)
  const head = await tx
    .updateTable('audit_head')
    .set((eb) => ({ entries: eb('entries', '+', 1) }))
    .where('id', '=', 1)
    .returning('hash')
    .executeTakeFirstOrThrow()
  const user = userOf(actor)
  const entry = {
    uuid: uuid(),
    event: fact.event,
    actor_id: user?.id ?? null,
    actor_uuid: user?.uuid ?? null,
    actor_name: user?.username ?? null,
    actor_ip: actor.via.ip,
    user_agent: actor.via.userAgent,
    origin: actor.via.door,
    target_type: fact.target?.type ?? null,
    target_id: fact.target?.id ?? null,
    target_name: fact.target?.name ?? null,
    metadata: JSON.stringify(fact.metadata ?? {}),
    created_at: tx.now,
    prev_hash: head.hash,
  }
  const hash = hashOf(app.keys, entry)
  await tx
    .insertInto('audit')
    .values({ ...entry, hash })
    .execute()
  await tx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute()
}
