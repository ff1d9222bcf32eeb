import { minute } from '../../core/clock.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Import } from './import.ts'

type Known = Omit<Import, 'tracker'>

/** Whoever is at work on one says so much more often. */
const silenceMs = minute

const cutOff = 'The server was stopped in the middle of it: try again'

/** One that nobody is at work on any more has failed: whoever could have said so is gone. */
export async function findImport(reader: Reader, repoId: number, now: number): Promise<Known | null> {
  const row = await reader.selectFrom('imports').selectAll().where('repo_id', '=', repoId).executeTakeFirst()
  if (row === undefined) return null
  const isCutOff = row.state === 'running' && row.heard_at < now - silenceMs
  return {
    url: row.url,
    state: isCutOff ? 'failed' : row.state,
    receivedBytes: row.received_bytes,
    error: isCutOff ? cutOff : row.error,
    unusableRefs: row.unusable_refs,
    startedAt: row.started_at,
  }
}

export async function countRunning(reader: Reader, userId: number, now: number): Promise<number> {
  const { count } = await reader
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('started_by', '=', userId)
    .where('state', '=', 'running')
    .where('heard_at', '>=', now - silenceMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface NewImport {
  readonly repoId: number
  readonly url: string
  readonly startedBy: number
  readonly unusableRefs: number
}

/** Of a repository whose commits are here already, by whatever way. */
export async function noteArrived(tx: Tx, { repoId, url, startedBy }: Omit<NewImport, 'unusableRefs'>): Promise<void> {
  const times = { started_at: tx.now, heard_at: tx.now }
  const values = { state: 'done' as const, error: null, url, started_by: startedBy, ...times }
  await tx
    .insertInto('imports')
    .values({ repo_id: repoId, received_bytes: 0, unusable_refs: 0, ...values })
    .onConflict((oc) => oc.column('repo_id').doUpdateSet(values))
    .execute()
}

/** In the place of one that failed, too. */
export async function beginImport(tx: Tx, { repoId, url, startedBy, unusableRefs }: NewImport): Promise<void> {
  const values = {
    url,
    started_by: startedBy,
    state: 'running' as const,
    received_bytes: 0,
    error: null,
    unusable_refs: unusableRefs,
    started_at: tx.now,
    heard_at: tx.now,
  }
  await tx
    .insertInto('imports')
    .values({ repo_id: repoId, ...values })
    .onConflict((oc) => oc.column('repo_id').doUpdateSet(values))
    .execute()
}

export async function saveProgress(tx: Tx, repoId: number, receivedBytes: number): Promise<void> {
  const progress = { received_bytes: receivedBytes, heard_at: tx.now }
  await tx.updateTable('imports').set(progress).where('repo_id', '=', repoId).execute()
}

export async function endImport(tx: Tx, repoId: number, receivedBytes: number, error: string | null): Promise<void> {
  const state = error === null ? ('done' as const) : ('failed' as const)
  const end = { state, error, received_bytes: receivedBytes, heard_at: tx.now }
  await tx.updateTable('imports').set(end).where('repo_id', '=', repoId).execute()
}
