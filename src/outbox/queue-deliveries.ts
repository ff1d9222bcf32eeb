import type { SelectQueryBuilder } from 'kysely'
import type { Event } from '../core/events.ts'
import { slicesOf } from '../core/slices-of.ts'
import type { Builder, Tx } from '../db/handle.ts'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { uuid } from '../db/uuid.ts'
import type { Capture } from './emit.ts'
import { type HookNote, type HookNotes, hookNotesOf } from './hook-notes.ts'

const rowsAtOnce = 200

/**
 * One row for every webhook that asked to hear of this, in the transaction of the thing itself: nothing is lost, and
 * what happened first is told first. What may be otherwise or gone by the time that it is sent is captured now; the rest
 * is worked out then.
 */
export async function queueDeliveries(tx: Tx, event: Event, capture?: Capture): Promise<void> {
  const told = hookNotesOf(event)
  if (told === null || told.notes.length === 0) return
  const { about } = told
  const hooks = 'repoId' in about ? await hooksOfRepo(tx, about) : await hooksOfThread(tx, about)
  const heard = told.notes.flatMap((note) => {
    const listeners = hooks.filter((hook) => hook.events.includes(`,${note.event},`))
    return listeners.length === 0 ? [] : [{ note, listeners }]
  })
  if (heard.length === 0) return
  const repoId = await repoOf(tx, told)
  if (repoId === null) return
  const captured = capture === undefined ? {} : { records: await capture() }
  const rows = heard.flatMap(({ note, listeners }) =>
    listeners.map((hook) => deliveryOf(tx, hook.id, { repoId, ...note, ...captured })),
  )
  for (const some of slicesOf(rows, rowsAtOnce)) await tx.insertInto('hook_deliveries').values(some).execute()
  await wakeHooks(tx, [...new Set(rows.map((row) => row.hook_id))])
}

async function repoOf(tx: Tx, { about }: HookNotes): Promise<number | null> {
  if ('repoId' in about) return about.repoId
  const row = await tx.selectFrom('threads').select('repo_id').where('id', '=', about.threadId).executeTakeFirst()
  return row?.repo_id ?? null
}

const hooksOfRepo = prepared((db, its: { repoId: number }) => hooksOf(db, its.repoId))

const hooksOfThread = prepared((db, its: { threadId: number }) =>
  hooksOf(db, db.selectFrom('threads').select('repo_id').where('id', '=', its.threadId)),
)

/** The repository's own, those of the team that owns it, and those of the whole service. */
function hooksOf(db: Builder, repoId: number | SelectQueryBuilder<Schema, 'threads', { repo_id: number }>) {
  const owner = db.selectFrom('repos').select('owner_id').where('id', '=', repoId)
  return db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('is_active', '=', 1)
    .where((eb) =>
      eb.or([
        eb('repo_id', '=', repoId),
        eb('team_id', '=', owner),
        eb.and([eb('repo_id', 'is', null), eb('team_id', 'is', null)]),
      ]),
    )
    .orderBy('id')
}

export function deliveryOf(tx: Tx, hookId: number, note: HookNote & { readonly repoId: number | null }) {
  return {
    uuid: uuid(),
    hook_id: hookId,
    event: note.event,
    source: JSON.stringify(note),
    state: 'waiting' as const,
    attempts: 0,
    due_at: tx.now,
    created_at: tx.now,
  }
}

/**
 * Always writes, and so waits for a courier who is just about to rest: it finds what was queued, or we wake it. Who waits
 * already keeps their place in the line.
 */
export async function wakeHooks(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('webhooks')
    .set((eb) => ({ due_at: eb.case().when('due_at', '<', tx.now).then(eb.ref('due_at')).else(tx.now).end() }))
    .where('id', 'in', ids)
    .execute()
  await tx.notify('hooks')
}
