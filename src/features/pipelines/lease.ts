import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import type { Dialect, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'

export const leaseMs = 20 * second

export type LeasedPipeline = Selectable<Schema['pipelines']> & { readonly lease: string }

/** When each person's last pipeline was begun here, by the person's id; null for what nobody has asked for. */
export type LastBegun = Map<number | null, number>

interface Taking {
  readonly count: number
  /** What runs here: a process that was held up for long has not lost what it is at. */
  readonly except: readonly number[]
  readonly lastBegun: LastBegun
}

/**
 * Queues what was made, and takes up to `count` of what waits, also what a lost worker has left. People take turns: whoever
 * asks for a thousand delays themselves. Of one person's the oldest comes first.
 */
export function takePipelines(
  app: Pick<App, 'db'>,
  { count, except, lastBegun }: Taking,
): Promise<readonly LeasedPipeline[]> {
  return inTransaction(app, async (tx) => {
    await tx.updateTable('pipelines').set({ status: 'pending' }).where('status', '=', 'created').execute()
    const taken: LeasedPipeline[] = []
    for (let left = count; left > 0; left -= 1) {
      const id = await nextInTurn(tx, except, lastBegun)
      const one = id === null ? null : await lease(tx, app.db.dialect, id)
      if (one === null) break
      lastBegun.set(one.triggered_by, tx.now)
      taken.push(one)
    }
    return taken
  })
}

/** Of those who run the fewest, whoever has waited longest for their turn. */
async function nextInTurn(tx: Tx, except: readonly number[], lastBegun: LastBegun): Promise<number | null> {
  const free = isFree(tx.selectFrom('pipelines'), tx.now)
  const waiting = await (except.length === 0 ? free : free.where('id', 'not in', except))
    .select((eb) => ['triggered_by as who', eb.fn.min('id').as('id')])
    .groupBy('triggered_by')
    .execute()
  if (waiting.length === 0) return null
  const running = await tx
    .selectFrom('pipelines')
    .select((eb) => ['triggered_by as who', eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'running')
    .where('lease_until', '>', tx.now)
    .groupBy('triggered_by')
    .execute()
  const busy = new Map(running.map(({ who, count }) => [who, Number(count)]))
  const order = waiting.map(({ who, id }) => [busy.get(who) ?? 0, lastBegun.get(who) ?? 0, Number(id)] as const)
  const [first] = order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
  return first?.[2] ?? null
}

function isFree(pipelines: SelectQueryBuilder<Schema, 'pipelines', object>, now: number) {
  return pipelines
    .where((eb) =>
      eb.or([eb('status', '=', 'pending'), eb.and([eb('status', '=', 'running'), eb('lease_until', '<=', now)])]),
    )
    .where((eb) => eb.or([eb('serial_group', 'is', null), eb.not(eb.exists(othersBefore(eb)))]))
}

type Builder = ExpressionBuilder<Schema, 'pipelines'>

function othersBefore(eb: Builder) {
  return eb
    .selectFrom('pipelines as other')
    .select('other.id')
    .whereRef('other.repo_id', '=', 'pipelines.repo_id')
    .whereRef('other.serial_group', '=', 'pipelines.serial_group')
    .where(comesBefore)
}

type Pair = ExpressionBuilder<Schema & { other: Schema['pipelines'] }, 'pipelines' | 'other'>

/**
 * Of two in one group: what runs, and what was made earlier. What waits for somebody to let it run holds nobody up. What has
 * lost its worker has begun all the same: if it waited for one that waits for it, neither would ever end.
 */
export function comesBefore(eb: Pair) {
  const isEarlier = eb('other.id', '<', eb.ref('pipelines.id'))
  const isWaiting = eb('pipelines.status', '<>', 'running')
  return eb.and([
    // Said once more for the index: SQLite would look through all that have ever run, for each that waits.
    eb('other.status', 'in', ['created', 'pending', 'running']),
    eb.or([
      eb.and([eb('other.status', '=', 'running'), eb.or([isWaiting, isEarlier])]),
      eb.and([isWaiting, isEarlier, eb('other.status', 'in', ['created', 'pending'])]),
    ]),
  ])
}

/**
 * Of two workers that each take one of a group, neither would see what the other does: whoever comes second waits here until
 * the first is done, and then finds that one runs.
 */
async function holdGroup(tx: Tx, id: number): Promise<void> {
  const one = tx.selectFrom('pipelines').select(['repo_id', 'serial_group']).where('id', '=', id)
  const { repo_id: repoId, serial_group: group } = await one.executeTakeFirstOrThrow()
  if (group === null) return
  await tx
    .selectFrom('pipelines')
    .select('id')
    .where('repo_id', '=', repoId)
    .where('serial_group', '=', group)
    .where('status', 'in', ['created', 'pending', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function lease(tx: Tx, dialect: Dialect, id: number): Promise<LeasedPipeline | null> {
  const owner = randomUUID()
  if (dialect === 'postgres') await holdGroup(tx, id)
  const free = isFree(tx.selectFrom('pipelines'), tx.now).select('id').where('id', '=', id)
  // On PostgreSQL several workers take at once: each skips what another has just locked.
  const picked = dialect === 'postgres' ? free.forUpdate().skipLocked() : free
  const row = await tx
    .updateTable('pipelines')
    .set((eb) => ({
      status: 'running' as const,
      lease: owner,
      lease_until: tx.now + leaseMs,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(tx.now)),
    }))
    .where('id', 'in', picked)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : { ...row, lease: owner }
}

/** False when it was canceled, or is somebody else's by now. */
export function renewLease(app: Pick<App, 'db'>, { id, lease: owner }: Pick<LeasedPipeline, 'id' | 'lease'>) {
  return inTransaction(app, (tx) => isHeld(tx, { id, lease: owner }))
}

/** The fence: writes only happen under the lease, which they prolong. */
export async function isHeld(tx: Tx, { id, lease: owner }: Pick<LeasedPipeline, 'id' | 'lease'>): Promise<boolean> {
  const held = await tx
    .updateTable('pipelines')
    .set({ lease_until: tx.now + leaseMs })
    .where('id', '=', id)
    .where('lease', '=', owner)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/** When there is something to be taken; null when nothing waits. */
export async function nextPipelineDue(app: Pick<App, 'db'>): Promise<number | null> {
  const row = await app.db
    .selectFrom('pipelines')
    .select(sql<number | null>`min(coalesce(lease_until, 0))`.as('at'))
    .where('status', 'in', ['created', 'pending', 'running'])
    .executeTakeFirst()
  return row?.at ?? null
}

/** At the start of the only process that can run pipelines: whoever held them is gone. */
export function releaseAllPipelines(app: Pick<App, 'db'>): Promise<void> {
  return inTransaction(app, async (tx) => {
    await tx.updateTable('pipelines').set({ lease_until: 0 }).where('status', '=', 'running').execute()
  })
}
