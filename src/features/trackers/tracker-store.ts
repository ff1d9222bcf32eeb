import { minute } from '../../core/clock.ts'
import type { Repo } from '../../core/repo.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import type { Spot } from './ask-api.ts'
import type { TrackerKind } from './tracker.ts'

/** Whoever is at work on one says so much more often. */
const silenceMs = minute

/** Of one person. */
export function countTrackers(reader: Reader, userId: number): Promise<number> {
  const theirs = reader.selectFrom('tracker_imports').where('started_by', '=', userId)
  return countOf(theirs.where('state', 'in', ['waiting', 'running']))
}

export const steps = ['labels', 'milestones', 'issues', 'pulls', 'comments', 'remarks', 'releases'] as const
export type Step = (typeof steps)[number]

/** What is asked for next. */
export interface Place extends Spot {
  readonly step: Step
  /** So many things of the page are here already. */
  readonly skip: number
}

const beginning: Place = { step: 'labels', page: 1, skip: 0 }

const sealedAt = (repo: Pick<Repo, 'uuid'>): string => `tracker ${repo.uuid}`

export interface NewTracker {
  readonly kind: TrackerKind
  readonly url: URL
  /** As `findForge` takes it. */
  readonly folder: string
  readonly username: string
  readonly token: string
  readonly startedBy: number
  readonly reserved: number
  readonly pullsAfter: number
  readonly total: number | null
  readonly sealKey: Uint8Array
  readonly state: 'waiting' | 'running'
}

/** Whether that very project was begun: then it goes on where it was. */
export async function isBegun(
  tx: Tx,
  repoId: number,
  { kind, url }: Pick<NewTracker, 'kind' | 'url'>,
): Promise<boolean> {
  const row = tx.selectFrom('tracker_imports').select('repo_id').where('repo_id', '=', repoId)
  return (await row.where('kind', '=', kind).where('url', '=', url.href).executeTakeFirst()) !== undefined
}

export async function beginTracker(tx: Tx, repo: Repo, tracker: NewTracker): Promise<void> {
  const values = {
    kind: tracker.kind,
    url: tracker.url.href,
    folder: tracker.folder,
    place: JSON.stringify(beginning),
    reserved: tracker.reserved,
    pulls_after: tracker.pullsAfter,
    total: tracker.total,
    labels: 0,
    milestones: 0,
    issues: 0,
    pulls: 0,
    comments: 0,
    releases: 0,
    left_out: 0,
    text_length: 0,
    turn: 0,
    ...onTheWay(repo, tracker),
  }
  await tx
    .insertInto('tracker_imports')
    .values({ repo_id: repo.id, ...values })
    .onConflict((oc) => oc.column('repo_id').doUpdateSet(values))
    .execute()
  // What is written here meanwhile comes behind it.
  await tx
    .updateTable('repos')
    .set({ last_number: tracker.reserved })
    .where('id', '=', repo.id)
    .where('last_number', '<', tracker.reserved)
    .execute()
}

/** What came so far stays. */
export async function goOn(tx: Tx, repo: Repo, tracker: NewTracker): Promise<void> {
  await tx.updateTable('tracker_imports').set(onTheWay(repo, tracker)).where('repo_id', '=', repo.id).execute()
}

function onTheWay(repo: Repo, { username, token, sealKey, state, startedBy }: NewTracker) {
  return {
    username,
    sealed_token: token === '' ? null : seal(sealKey, sealedAt(repo), token),
    started_by: startedBy,
    state,
    error: null,
    waits_until: null,
    // Nobody is at work on it yet.
    heard_at: 0,
  }
}

/** Of one that waited for commits which did not come: whoever tries again wants nothing else now. */
export async function forgetTracker(tx: Tx, repoId: number): Promise<void> {
  await tx.deleteFrom('tracker_imports').where('repo_id', '=', repoId).where('state', '=', 'waiting').execute()
}

/** Those that nobody is at work on. */
export async function leftTrackers(reader: Reader, now: number, most: number): Promise<readonly number[]> {
  const rows = await reader
    .selectFrom('tracker_imports')
    .select('repo_id')
    .where('state', '=', 'running')
    .where('heard_at', '<', now - silenceMs)
    .orderBy('heard_at')
    .limit(most)
    .execute()
  return rows.map((row) => row.repo_id)
}

/** Null where somebody else is at work on it. */
export async function takeTracker(tx: Tx, repoId: number): Promise<number | null> {
  const row = await tx
    .updateTable('tracker_imports')
    .set((eb) => ({ heard_at: tx.now, turn: eb('turn', '+', 1) }))
    .where('repo_id', '=', repoId)
    .where('state', '=', 'running')
    .where('heard_at', '<', tx.now - silenceMs)
    .returning('turn')
    .executeTakeFirst()
  return row?.turn ?? null
}

/** It is not this one's turn any more: somebody else goes on with it, or the repository is gone. */
export class Overtaken extends Error {}

/** Somebody's turn to bring one: whoever takes it up later ends it. */
export interface Turn {
  readonly repoId: number
  readonly turn: number
}

export interface OpenTracker {
  readonly kind: TrackerKind
  readonly url: URL
  readonly folder: string
  readonly username: string
  readonly token: string
  readonly place: Place
  readonly reserved: number
  readonly pullsAfter: number
  readonly threads: number
  readonly comments: number
  readonly textLength: number
}

/** Null where it is not this one's turn any more, or all is gone. */
export async function openTracker(
  reader: Reader,
  { repoId, turn }: Turn,
  repo: Pick<Repo, 'uuid'>,
  sealKey: Uint8Array,
): Promise<OpenTracker | null> {
  const rows = reader.selectFrom('tracker_imports').selectAll().where('repo_id', '=', repoId)
  const row = await rows.where('turn', '=', turn).where('state', '=', 'running').executeTakeFirst()
  if (row === undefined) return null
  return {
    kind: row.kind,
    url: new URL(row.url),
    folder: row.folder,
    username: row.username,
    token: row.sealed_token === null ? '' : unseal(sealKey, sealedAt(repo), row.sealed_token),
    // `saveTracker` alone has written it.
    place: JSON.parse(row.place) as Place,
    reserved: row.reserved,
    pullsAfter: row.pulls_after,
    threads: row.issues + row.pulls,
    comments: row.comments,
    textLength: row.text_length,
  }
}

/** Who has begun it, or gone on with it; null where the account is gone. */
export async function starterOf(reader: Reader, { repoId }: Turn): Promise<number | null> {
  const row = reader.selectFrom('tracker_imports').select('started_by').where('repo_id', '=', repoId)
  return (await row.executeTakeFirst())?.started_by ?? null
}

type Counted = 'labels' | 'milestones' | 'issues' | 'pulls' | 'comments' | 'releases' | 'left_out' | 'text_length'

/** What came with one portion. */
export type Came = Partial<Record<Counted, number>>

export interface Heard {
  readonly came?: Came
  readonly place?: Place
  readonly waitsUntil?: number | null
}

/** Writes down how far it is. False where it is not this one's turn any more: then nothing that it brings counts. */
export async function saveTracker(
  tx: Tx,
  { repoId, turn }: Turn,
  { came = {}, place, waitsUntil }: Heard,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tracker_imports')
    .set((eb) => ({
      heard_at: tx.now,
      ...(place === undefined ? {} : { place: JSON.stringify(place) }),
      ...(waitsUntil === undefined ? {} : { waits_until: waitsUntil }),
      ...Object.fromEntries(Object.entries(came).map(([column, count]) => [column, eb(column as Counted, '+', count)])),
    }))
    .where('repo_id', '=', repoId)
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The token is needed no more. */
export async function endTracker(tx: Tx, { repoId, turn }: Turn, error: string | null): Promise<void> {
  const state = error === null ? ('done' as const) : ('failed' as const)
  await tx
    .updateTable('tracker_imports')
    .set({ state, error, sealed_token: null, waits_until: null, heard_at: tx.now })
    .where('repo_id', '=', repoId)
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .execute()
}

/** For the next process: this one ends. */
export async function leaveTracker(tx: Tx, { repoId, turn }: Turn): Promise<void> {
  const mine = tx.updateTable('tracker_imports').where('repo_id', '=', repoId).where('turn', '=', turn)
  await mine.set({ heard_at: 0 }).execute()
}
