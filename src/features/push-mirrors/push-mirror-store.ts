import type { ExpressionBuilder, Selectable } from 'kysely'
import { clockSlack, day, hour, minute, second } from '../../core/clock.ts'
import type { Repo } from '../../core/repo.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import { seal } from '../../secrets/seal.ts'
import { openPassword } from '../imports/kept-password.ts'
import type { Source } from '../imports/source.ts'
import type { PushMirror } from './push-mirror.ts'

type Row = Selectable<Schema['push_mirrors']>

/** Whoever is at work on one says so much more often: one that nobody speaks of was left by a process that is gone. */
const silenceMs = minute
/** Many pushes in a row are sent together. */
const leastPauseMs = 5 * second
/** A server that is gone is tried less and less often, but for once a day. */
const longestPauseMs = day
/** What comes back again and again is sent less and less often, and never for long at the same time as it comes. */
const loops = { most: 4, prints: 8, withinMs: hour, longestPauseMs: 30 * minute }
/** One that refuses some of it is asked sooner for what has changed since. */
const afterRefusalMs = minute

export async function findPushMirror(reader: Reader, repo: Repo, now: number): Promise<PushMirror | null> {
  const row = await reader.selectFrom('push_mirrors').selectAll().where('repo_id', '=', repo.id).executeTakeFirst()
  if (row === undefined) return null
  return {
    url: row.url,
    username: row.username,
    hasPassword: row.sealed_password !== null,
    isRunning: row.run !== null && isFresh(row.heard_at, now),
    isCurrent: row.sent_version === repo.refsVersion,
    nextAt: nextAtOf(row, repo),
    sentAt: row.sent_at,
    error: row.error,
  }
}

function nextAtOf({ due_at: dueAt, refused_version: refused, heard_at: heardAt }: Row, { refsVersion }: Repo): number {
  return refused === null || refused === refsVersion ? dueAt : Math.min(dueAt, heardAt + afterRefusalMs)
}

/** Also not one of a clock that was ahead, and was put right. */
function isFresh(heardAt: number, now: number): boolean {
  return heardAt >= now - silenceMs && heardAt <= now + clockSlack
}

const placeOf = (repo: Repo): string => `push mirror ${repo.uuid}`

/** Where to push, with the password. Null where nothing is pushed anywhere any more. */
export async function openTarget(reader: Reader, repo: Repo, sealKey: Uint8Array): Promise<Source | null> {
  const row = await reader
    .selectFrom('push_mirrors')
    .select(['url', 'username', 'sealed_password'])
    .where('repo_id', '=', repo.id)
    .executeTakeFirst()
  if (row === undefined) return null
  const password = openPassword(sealKey, placeOf(repo), row.sealed_password)
  return { url: new URL(row.url), username: row.username, password }
}

/** From now on, or to another place than before. All is sent at once. */
export async function savePushMirror(tx: Tx, repo: Repo, target: Source, sealKey: Uint8Array): Promise<void> {
  const values = {
    url: target.url.href,
    username: target.username,
    sealed_password: target.password === '' ? null : seal(sealKey, placeOf(repo), target.password),
    due_at: tx.now,
    sent_version: null,
    refused_version: null,
    sent_at: null,
    failures: 0,
    error: null,
    sent_prints: null,
    repeats: 0,
    // Whoever is at work sends it to where it was to go before.
    run: null,
  }
  await tx
    .insertInto('push_mirrors')
    .values({ repo_id: repo.id, heard_at: tx.now, ...values })
    .onConflict((oc) => oc.column('repo_id').doUpdateSet(values))
    .execute()
}

/** False where there was none. */
export async function deletePushMirror(tx: Tx, repoId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('push_mirrors').where('repo_id', '=', repoId).executeTakeFirst()
  return numDeletedRows > 0n
}

function isBusy(eb: ExpressionBuilder<Schema, 'push_mirrors'>, now: number) {
  return eb.and([
    eb('push_mirrors.run', 'is not', null),
    eb('push_mirrors.heard_at', '>=', now - silenceMs),
    eb('push_mirrors.heard_at', '<=', now + clockSlack),
  ])
}

/** Those that lack something and whose time has come. Nothing is sent for an account that is shut. */
function due(reader: Reader, now: number) {
  return (
    reader
      .selectFrom('push_mirrors')
      .innerJoin('repos', 'repos.id', 'push_mirrors.repo_id')
      .leftJoin('users', 'users.id', 'repos.owner_id')
      .where((eb) =>
        eb.or([
          eb('push_mirrors.sent_version', 'is', null),
          eb('push_mirrors.sent_version', '<>', eb.ref('repos.refs_version')),
        ]),
      )
      // A time further ahead was set by a clock that was wrong.
      .where((eb) =>
        eb.or([
          eb('push_mirrors.due_at', '<=', now),
          eb.and([
            eb('push_mirrors.refused_version', '<>', eb.ref('repos.refs_version')),
            eb('push_mirrors.heard_at', '<=', now - afterRefusalMs),
          ]),
          eb('push_mirrors.due_at', '>', now + longestPauseMs + clockSlack),
          eb.and([
            eb('push_mirrors.failures', '=', 0),
            eb('push_mirrors.repeats', '<', loops.most),
            eb('push_mirrors.due_at', '>', now + leastPauseMs + clockSlack),
          ]),
        ]),
      )
      .where('users.disabled_at', 'is', null)
  )
}

function running(reader: Reader, now: number) {
  return reader
    .selectFrom('push_mirrors')
    .innerJoin('repos', 'repos.id', 'push_mirrors.repo_id')
    .where((eb) => isBusy(eb, now))
}

/** Of each owner the one that has waited longest, where none is under way: nobody keeps others waiting by having many. */
export async function findDue(reader: Reader, now: number, most: number): Promise<readonly number[]> {
  const owners = await due(reader, now)
    .select('repos.owner_id')
    .where('repos.owner_id', 'not in', running(reader, now).select('repos.owner_id'))
    .groupBy('repos.owner_id')
    .orderBy((eb) => eb.fn.min('push_mirrors.due_at'))
    .limit(most)
    .execute()
  const found: number[] = []
  for (const { owner_id: ownerId } of owners) {
    const theirs = due(reader, now).select('push_mirrors.repo_id').where('repos.owner_id', '=', ownerId)
    const next = await theirs.orderBy('push_mirrors.due_at').limit(1).executeTakeFirst()
    if (next !== undefined) found.push(next.repo_id)
  }
  return found
}

/** Of one owner, now. */
export function countRunning(reader: Reader, ownerId: number, now: number): Promise<number> {
  return countOf(running(reader, now).where('repos.owner_id', '=', ownerId))
}

/** Somebody's work on one. Whoever changes where it goes, or takes it up later, ends it. */
export interface Run {
  readonly repoId: number
  readonly run: string
}

/** Null where somebody else is at work on it, or there is none. */
export async function takePushMirror(tx: Tx, repoId: number): Promise<Run | null> {
  const run = uuid()
  const { numUpdatedRows } = await tx
    .updateTable('push_mirrors')
    .set({ run, heard_at: tx.now })
    .where('repo_id', '=', repoId)
    .where((eb) => eb.not(isBusy(eb, tx.now)))
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { repoId, run } : null
}

/** False where it is nobody's wish any more. */
export async function sayAtWork(tx: Tx, { repoId, run }: Run): Promise<boolean> {
  const mine = tx.updateTable('push_mirrors').where('repo_id', '=', repoId).where('run', '=', run)
  const { numUpdatedRows } = await mine.set({ heard_at: tx.now }).executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface Outcome {
  readonly error: string | null
  /** The server has taken something of it. */
  readonly isPartly: boolean
  /** Of what is there now; null where nobody knows. */
  readonly print: string | null
  /** What the refs were when it began. */
  readonly version: number
  /** By a service that ends: that says nothing of the other server. */
  readonly isCutOff: boolean
}

export async function endSending(tx: Tx, { repoId, run }: Run, outcome: Outcome): Promise<void> {
  const rows = tx.selectFrom('push_mirrors').selectAll().where('repo_id', '=', repoId).where('run', '=', run)
  const row = await rows.executeTakeFirst()
  if (row === undefined) return
  await tx
    .updateTable('push_mirrors')
    .set({ run: null, heard_at: tx.now, ...outcomeOf(tx, row, outcome) })
    .where('repo_id', '=', repoId)
    .where('run', '=', run)
    .execute()
}

function outcomeOf({ now }: Tx, row: Row, { error, isPartly, print, version, isCutOff }: Outcome) {
  const { failures } = row
  if (error === null) {
    const sent = { sent_at: now, sent_version: version, refused_version: null }
    return { failures: 0, ...sent, ...loopOf(row, print, now) }
  }
  if (isCutOff) return { error, due_at: now }
  const pause = Math.min(longestPauseMs, minute * 2 ** Math.min(failures, 12))
  return { error, failures: failures + 1, due_at: now + pause, refused_version: isPartly ? version : null }
}

/**
 * Where the copy is pushed back to here, and both were changed at the same moment, each makes the other what it was itself:
 * so it would go on for as long as they keep step. What was sent before, and is sent again, tells of it.
 */
function loopOf({ sent_prints: kept, sent_at: sentAt, repeats: before }: Row, print: string | null, now: number) {
  // Written below.
  const prints = kept === null ? [] : (JSON.parse(kept) as string[])
  if (print === null || print === prints.at(-1)) return { error: null, due_at: now + leastPauseMs }
  const isAgain = prints.includes(print) && sentAt !== null && now - sentAt < loops.withinMs
  const repeats = isAgain ? before + 1 : 0
  const next = { repeats, sent_prints: JSON.stringify([...prints, print].slice(-loops.prints)) }
  if (repeats < loops.most) return { error: null, due_at: now + leastPauseMs, ...next }
  const pause = Math.min(loops.longestPauseMs, leastPauseMs * 2 ** Math.min(repeats - loops.most + 1, 12))
  const error = 'What is sent comes back: the copy seems to be pushed to this repository. It is sent less often for now'
  // Not when the other side does it: by chance one of them comes first, and then they agree.
  return { error, due_at: now + Math.round(pause * (0.5 + Math.random())), ...next }
}
