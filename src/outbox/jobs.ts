import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { hour, minute, second } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { storableText } from '../core/storable-text.ts'
import type { Db, Dialect, Tx } from '../db/handle.ts'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { briefJobs, isSingle } from './job-kinds.ts'
import { isSuspect, type SetApart, setSuspectsApart } from './set-apart.ts'

/** Which jobs are asked for: all of them, only those that never take long, only those that come one by one, or only those that do both. */
export type JobKinds = 'all' | 'brief' | 'single' | 'brief-single'

export type JobState = 'ready' | 'running' | 'dead'

export interface Job {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly payload: string
  readonly state: JobState
  readonly runAt: number
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: number
}

export interface LeasedJob extends Job {
  readonly lease: string
}

/** How long the jobs of a process that died wait for another. */
export const leaseMs = 20 * second
/** Pauses between attempts; when they are used up the job is dead and waits for the administrator. */
const pauses = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]

/** How long after a look a job may fall due that was tried so often. */
export function longestWait(attempts: number): number {
  return pauses[attempts - 1] ?? 0
}

export const jobColumns = [
  'id',
  'uuid',
  'name',
  'payload',
  'state',
  'run_at',
  'attempts',
  'last_error',
  'created_at',
] as const

/**
 * Takes up to `count` due jobs, also those whose worker has not renewed its lease: it is lost, or will find out. A suspect
 * comes alone.
 */
export async function takeJobs(
  app: { readonly db: Db; readonly log: Log },
  count: number,
  kinds: JobKinds = 'all',
): Promise<readonly LeasedJob[]> {
  const { kept, givenUp } = await inTransaction(app, (tx) => {
    tx.tells.add('job.taken')
    return lease(tx, app.db.dialect, { count, kinds })
  })
  for (const { uuid, name } of givenUp)
    app.log.error({ job: uuid, name }, 'a job was given up that its workers do not survive')
  return kept
}

async function lease(
  tx: Tx,
  dialect: Dialect,
  { count, kinds }: { readonly count: number; readonly kinds: JobKinds },
): Promise<SetApart<LeasedJob>> {
  const owner = randomUUID()
  const take = ways[kinds][dialect]
  const rows = await take(tx, { owner, count, now: tx.now, until: tx.now + leaseMs })
  const jobs = rows.map((row) => ({ ...toJob(row), lease: owner })).toSorted((a, b) => a.id - b.id)
  return jobs.some(isSuspect) ? setSuspectsApart(tx, jobs) : { kept: jobs, givenUp: [] }
}

interface Taking {
  readonly owner: string
  readonly count: number
  readonly now: number
  readonly until: number
}

/** On PostgreSQL several workers take at once: each skips what another has just locked. */
const ways = ofEachKind((kinds) => ({
  sqlite: prepared((db, its: Taking) => leased(db, its, dueJobs(db, its, kinds))),
  postgres: prepared((db, its: Taking) => leased(db, its, dueJobs(db, its, kinds).forUpdate().skipLocked())),
}))

function ofEachKind<T>(make: (kinds: JobKinds) => T): Readonly<Record<JobKinds, T>> {
  return { all: make('all'), brief: make('brief'), single: make('single'), 'brief-single': make('brief-single') }
}

const anyJob = sql<SqlBool>`1 = 1`

function isOf(kinds: JobKinds) {
  return (eb: ExpressionBuilder<Schema, 'jobs'>) =>
    eb.and([
      kinds === 'brief' || kinds === 'brief-single' ? eb('name', 'in', briefJobs) : anyJob,
      kinds === 'single' || kinds === 'brief-single' ? isSingle : anyJob,
    ])
}

/** What kind it is, is said in both cases: the index of some jobs alone is looked at for each of them by itself. */
function dueJobs(db: Kysely<Schema>, its: Taking, kinds: JobKinds) {
  const isWanted = isOf(kinds)
  return db
    .selectFrom('jobs')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'ready'), eb('run_at', '<=', its.now), isWanted(eb)]),
        eb.and([eb('state', '=', 'running'), eb('lease_until', '<=', its.now), isWanted(eb)]),
      ]),
    )
    .orderBy('run_at')
    .orderBy('id')
    .limit(its.count)
}

function leased(db: Kysely<Schema>, its: Taking, picked: ReturnType<typeof dueJobs>) {
  return db
    .updateTable('jobs')
    .set((eb) => ({
      state: 'running' as const,
      lease: its.owner,
      lease_until: its.until,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', 'in', picked)
    .returning(jobColumns)
}

/** The fence: false when the lease is not ours any more, and then nothing that we did may count. */
export function finishJob(app: { readonly db: Db }, job: LeasedJob): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    tx.tells.add('job.finished')
    return (await deleteLeased(tx, { id: job.id, lease: job.lease })).length === 1
  })
}

const deleteLeased = prepared((db, its: { id: number; lease: string }) =>
  db.deleteFrom('jobs').where('id', '=', its.id).where('lease', '=', its.lease).returning('id'),
)

export function renewLease(app: { readonly db: Db }, job: LeasedJob): Promise<boolean> {
  return inTransaction(app, async (tx) => {
    const renewed = await tx
      .updateTable('jobs')
      .set({ lease_until: tx.now + leaseMs })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .executeTakeFirst()
    return renewed.numUpdatedRows === 1n
  })
}

export function failJob(app: { readonly db: Db }, job: LeasedJob, error: string): Promise<JobState> {
  const pause = pauses[job.attempts - 1]
  const state = pause === undefined ? 'dead' : 'ready'
  // What it failed of may be a text from anywhere; a failure that cannot be written down would never be over.
  const lastError = storableText(error.slice(0, 4000))
  return inTransaction(app, async (tx) => {
    tx.tells.add('job.failed')
    await tx
      .updateTable('jobs')
      .set({ state, run_at: tx.now + (pause ?? 0), lease: null, lease_until: null, last_error: lastError })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .execute()
    return state
  })
}

/** When the next job falls due; null when none is waiting. */
export async function nextDue(db: Db, kinds: JobKinds = 'all'): Promise<number | null> {
  const [ready, running] = await Promise.all([looks[kinds].ready(db, {}), looks[kinds].lapse(db, {})])
  const times = [ready[0]?.at, running[0]?.at].filter((at) => at !== undefined && at !== null)
  return times.length === 0 ? null : Math.min(...times)
}

const looks = ofEachKind((kinds) => ({
  ready: prepared((db) => firstReady(db).where(isOf(kinds))),
  lapse: prepared((db) => firstLapse(db).where(isOf(kinds))),
}))

function firstReady(db: Kysely<Schema>) {
  return db.selectFrom('jobs').select('run_at as at').where('state', '=', 'ready').orderBy('run_at').limit(1)
}

function firstLapse(db: Kysely<Schema>) {
  return db.selectFrom('jobs').select(sql<number>`min(lease_until)`.as('at')).where('state', '=', 'running')
}

/** At the start of the only process that can run jobs: whoever held them is gone. */
export function releaseAllJobs(app: { readonly db: Db }): Promise<void> {
  return inTransaction(app, async (tx) => {
    await tx
      .updateTable('jobs')
      .set({ state: 'ready', lease: null, lease_until: null })
      .where('state', '=', 'running')
      .execute()
  })
}

export function toJob(row: Pick<Selectable<Schema['jobs']>, (typeof jobColumns)[number]>): Job {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    payload: row.payload,
    state: row.state,
    runAt: row.run_at,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
  }
}
