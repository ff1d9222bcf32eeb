import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { hour, minute, second } from '../../core/clock.ts'
import { conflict, Fault, invalidField, notFound, rateLimited } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { sentenceOf } from '../imports/bring-refs.ts'
import { findRefs } from '../imports/remote.ts'
import { holdOwner } from '../quota/claim-room.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { compareRefs, readHere } from './compare-refs.ts'
import { requireMirror } from './get-mirror.ts'
import type { Mirror } from './mirror.ts'
import { type Come, countRunning, endSync, openSource, sayAtWork, takeMirror } from './mirror-store.ts'
import { openAnew, takeOver } from './take-over.ts'

const longestMs = 6 * hour
/** For names alone: who tells them a byte at a time takes the place of others. */
const longestLookMs = 5 * minute
const sayEveryMs = 2 * second

/** Of one owner, at somebody's wish: each keeps a git busy. */
const mostAtOnce = 3
const comeBackSeconds = 60

/** Without waiting for its time. */
export async function syncNow(app: App, actor: KnownActor, ref: RepoRef): Promise<Mirror> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  if (repo.mirrorOf === null) throw notFound('MIRROR')
  const started = await startSync(app, repo)
  if (started === 'many')
    throw rateLimited(comeBackSeconds, `${repo.owner} has ${mostAtOnce} that are being brought up to date`)
  if (started === 'taken') throw conflict('It is being brought up to date already')
  return requireMirror(app, repo.id)
}

/**
 * Whoever looks from then on sees that it is under way. `taken`: somebody else is at it. `many`: it waits until others of its
 * owner are done.
 */
export async function startSync(app: App, { id: repoId, ownerId }: Repo): Promise<'started' | 'taken' | 'many'> {
  const dueAt = await inTransaction(app, async (tx) => {
    // Those who come at the same time are counted one after the other.
    await holdOwner(tx, ownerId)
    const isFull = (await countRunning(tx, ownerId, tx.now)) >= mostAtOnce
    return isFull ? 'many' : takeMirror(tx, repoId)
  })
  if (dueAt === 'many') return dueAt
  if (dueAt === null) return 'taken'
  app.imports.start((signal) => runSync(app, { repoId, dueAt }, signal))
  return 'started'
}

/** The same, and waits for its end. False also where that could not be written down. */
export async function syncMirror(app: App, repoId: number, ending: AbortSignal): Promise<boolean> {
  const dueAt = await inTransaction(app, (tx) => takeMirror(tx, repoId))
  return dueAt !== null && runSync(app, { repoId, dueAt }, ending)
}

/** By whoever has taken it; see `takeMirror`. */
interface Taken {
  readonly repoId: number
  readonly dueAt: number
}

/** Makes the branches and tags what they are on the server that is followed, and writes down what came of it. Never fails. */
async function runSync(app: App, { repoId, dueAt }: Taken, ending: AbortSignal): Promise<boolean> {
  const say = setInterval(() => {
    void inTransaction(app, (tx) => sayAtWork(tx, repoId)).catch(() => undefined)
  }, sayEveryMs)
  try {
    const come = await tryToSync(app, repoId, ending)
    await inTransaction(app, (tx) => endSync(tx, repoId, { dueAt, ...come, isCutOff: ending.aborted }))
    return true
  } catch (failure) {
    // Whoever looks next finds that nobody is at work on it.
    app.log.warn(
      { error: String(failure), repo: repoId },
      'the end of a look at another server could not be written down',
    )
    return false
  } finally {
    clearInterval(say)
  }
}

async function tryToSync(app: App, repoId: number, ending: AbortSignal): Promise<Come> {
  try {
    return await sync(app, repoId, AbortSignal.any([ending, AbortSignal.timeout(longestMs)]))
  } catch (error) {
    if (!(error instanceof Fault) && !ending.aborted) {
      app.log.warn({ error: String(error), repo: repoId }, 'a mirror failed')
    }
    return { error: sentenceOf(error, ending) }
  }
}

async function sync(app: App, repoId: number, signal: AbortSignal): Promise<Come> {
  const known = await findRepoById(app.db, repoId)
  const source = known === null ? null : await openSource(app.db, known, app.keys.seal)
  if (known === null || source === null) return { error: null }
  const repo = await openAnew(app, known)
  const options = { allowedHosts: app.config.IMPORT_ALLOWED_HOSTS, signal }
  const found = await findRefs(source, {
    ...options,
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]),
  })
  // Somebody may have emptied it by mistake: what is here is then the last copy.
  if (found.refs.length === 0)
    throw invalidField('url', 'empty', 'leads to a repository that is empty now: nothing was changed here')
  const here = await readHere(app, repoId)
  const difference = await compareRefs(here, found.refs)
  const unusable = { count: found.unusable, names: found.unusableNames }
  return { error: await takeOver(app, repo, { found, here, options, ...difference }), unusable }
}
