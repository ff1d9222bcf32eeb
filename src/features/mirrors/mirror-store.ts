import type { ExpressionBuilder, Selectable } from 'kysely'
import { day, minute } from '../../core/clock.ts'
import type { Repo } from '../../core/repo.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { seal } from '../../secrets/seal.ts'
import { openPassword } from '../imports/kept-password.ts'
import type { Source } from '../imports/source.ts'
import { intervals, type Mirror } from './mirror.ts'

type Row = Selectable<Schema['mirrors']>

/** Whoever is at work on one says so much more often: one that nobody speaks of was left by a process that is gone. */
const silenceMs = minute
/** A server that is gone is asked once a day at least, where that is not less often than somebody has said. */
export const longestPauseMs = day
/** Nobody is asked more often than that, whatever happens here. */
const leastPauseMs = intervals.shortest * minute

export async function findMirror(reader: Reader, { id, mirrorOf }: Repo, now: number): Promise<Mirror | null> {
  const row = await reader.selectFrom('mirrors').selectAll().where('repo_id', '=', id).executeTakeFirst()
  if (row === undefined || mirrorOf === null) return null
  return {
    url: mirrorOf,
    username: row.username,
    hasPassword: row.sealed_password !== null,
    intervalMinutes: row.every_ms / minute,
    isRunning: row.is_running === 1 && row.heard_at >= now - silenceMs,
    nextAt: row.due_at,
    syncedAt: row.synced_at,
    error: row.error,
    unusableRefs: row.unusable_refs,
    unusableNames: JSON.parse(row.unusable_names) as readonly string[],
  }
}

const placeOf = (repo: Repo): string => `mirror ${repo.uuid}`

/** Where to look, with the password. Null where the repository follows nobody any more. */
export async function openSource(reader: Reader, repo: Repo, sealKey: Uint8Array): Promise<Source | null> {
  const row = await reader
    .selectFrom('mirrors')
    .select(['username', 'sealed_password'])
    .where('repo_id', '=', repo.id)
    .executeTakeFirst()
  if (row === undefined || repo.mirrorOf === null) return null
  const password = openPassword(sealKey, placeOf(repo), row.sealed_password)
  return { url: new URL(repo.mirrorOf), username: row.username, password }
}

export interface Following {
  readonly source: Source
  readonly intervalMinutes: number
  readonly sealKey: Uint8Array
}

/** From now on, or otherwise than before. It looks there at once. */
export async function saveMirror(tx: Tx, repo: Repo, { source, intervalMinutes, sealKey }: Following): Promise<void> {
  await tx.updateTable('repos').set({ mirror_of: source.url.href }).where('id', '=', repo.id).execute()
  const values = {
    username: source.username,
    sealed_password: source.password === '' ? null : seal(sealKey, placeOf(repo), source.password),
    every_ms: intervalMinutes * minute,
    due_at: tx.now,
    failures: 0,
    error: null,
  }
  await tx
    .insertInto('mirrors')
    .values({ repo_id: repo.id, is_running: 0, heard_at: tx.now, synced_at: null, ...values })
    .onConflict((oc) => oc.column('repo_id').doUpdateSet(values))
    .execute()
}

export async function deleteMirror(tx: Tx, repoId: number): Promise<void> {
  await tx.updateTable('repos').set({ mirror_of: null }).where('id', '=', repoId).execute()
  await tx.deleteFrom('mirrors').where('repo_id', '=', repoId).execute()
}

/** A process ended in the middle of it: what it was to bring may be wanted long before the next time. */
function isLeft(eb: ExpressionBuilder<Schema, 'mirrors'>, now: number) {
  return eb.and([eb('mirrors.is_running', '=', 1), eb('mirrors.heard_at', '<', now - leastPauseMs)])
}

/** Nothing is brought for an account that somebody has shut. */
function due(reader: Reader, now: number) {
  return reader
    .selectFrom('mirrors')
    .innerJoin('repos', 'repos.id', 'mirrors.repo_id')
    .where((eb) => eb.or([eb('mirrors.due_at', '<=', now), isLeft(eb, now)]))
    .where('repos.is_archived', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'repos.owner_id')
            .where('users.disabled_at', 'is not', null),
        ),
      ),
    )
}

/** Who has some whose time has come, and none under way: nobody takes the places of all others with slow servers. */
export async function ownersOfDue(reader: Reader, now: number, most: number): Promise<readonly number[]> {
  const rows = await due(reader, now)
    .select('repos.owner_id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mirrors as others')
            .innerJoin('repos as theirs', 'theirs.id', 'others.repo_id')
            .select('others.repo_id')
            .whereRef('theirs.owner_id', '=', 'repos.owner_id')
            .where('others.is_running', '=', 1)
            .where('others.heard_at', '>=', now - silenceMs),
        ),
      ),
    )
    .groupBy('repos.owner_id')
    .orderBy((eb) => eb.fn.min('mirrors.due_at'))
    .limit(most)
    .execute()
  return rows.map((row) => row.owner_id)
}

/** The one that has waited longest; null where there is none. */
export async function nextDueOf(reader: Reader, ownerId: number, now: number): Promise<number | null> {
  const row = await due(reader, now)
    .select('mirrors.repo_id')
    .where('repos.owner_id', '=', ownerId)
    .orderBy('mirrors.due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.repo_id ?? null
}

/** Of one owner, now. */
export async function countRunning(reader: Reader, ownerId: number, now: number): Promise<number> {
  const running = reader
    .selectFrom('mirrors')
    .innerJoin('repos', 'repos.id', 'mirrors.repo_id')
    .where('repos.owner_id', '=', ownerId)
    .where('mirrors.is_running', '=', 1)
    .where('mirrors.heard_at', '>=', now - silenceMs)
  return countOf(running)
}

/** Null where somebody else is at work on it. The next time is set here, and returned: see `endSync`. */
export async function takeMirror(tx: Tx, repoId: number): Promise<number | null> {
  const row = await tx
    .updateTable('mirrors')
    .set((eb) => ({ is_running: 1, heard_at: tx.now, due_at: eb('every_ms', '+', tx.now) }))
    .where('repo_id', '=', repoId)
    .where((eb) => eb.or([eb('is_running', '=', 0), eb('heard_at', '<', tx.now - silenceMs)]))
    .returning('due_at')
    .executeTakeFirst()
  return row === undefined ? null : Number(row.due_at)
}

export async function sayAtWork(tx: Tx, repoId: number): Promise<void> {
  await tx.updateTable('mirrors').set({ heard_at: tx.now }).where('repo_id', '=', repoId).execute()
}

/** What came of a look at the other server. */
export interface Come {
  readonly error: string | null
  /** What there is besides, where it was looked through. */
  readonly unusable?: { readonly count: number; readonly names: readonly string[] } | undefined
}

export interface Outcome extends Come {
  /** As `takeMirror` has set it. Another one was set by whoever changed meanwhile what is followed. */
  readonly dueAt: number
  /** By a service that ends: that says nothing of the other server. */
  readonly isCutOff: boolean
}

/** What came of what is not followed any more says nothing of what is: that is looked at next. */
export async function endSync(tx: Tx, repoId: number, { dueAt, ...what }: Outcome): Promise<void> {
  const row = await tx.selectFrom('mirrors').selectAll().where('repo_id', '=', repoId).executeTakeFirst()
  if (row === undefined) return
  const outcome = row.due_at === dueAt ? outcomeOf(tx, row, what) : {}
  await tx
    .updateTable('mirrors')
    .set({ is_running: 0, heard_at: tx.now, ...outcome })
    .where('repo_id', '=', repoId)
    .execute()
}

function outcomeOf({ now }: Tx, row: Row, { error, unusable, isCutOff }: Omit<Outcome, 'dueAt'>) {
  if (error === null) {
    // It may have taken longer than until the next time.
    const dueAt = Math.max(row.due_at, now + leastPauseMs)
    const { count = 0, names = [] } = unusable ?? {}
    const leftOut = { unusable_refs: count, unusable_names: JSON.stringify(names) }
    return { error, failures: 0, synced_at: now, due_at: dueAt, ...leftOut }
  }
  if (isCutOff) return { error, due_at: now }
  return { error, failures: row.failures + 1, due_at: now + pauseAfter(row) }
}

/** A server that is gone is asked less and less often, but for once a day. */
function pauseAfter({ every_ms: every, failures }: Row): number {
  return Math.max(every, Math.min(longestPauseMs, every * 2 ** Math.min(failures, 10)))
}
