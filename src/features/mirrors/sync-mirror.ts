import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import { type KnownActor, systemActor } from '../../core/actor.ts'
import { hour, minute, second } from '../../core/clock.ts'
import { conflict, Fault, invalidField, notFound, rateLimited } from '../../core/errors.ts'
import { branchOf, type RefName } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { bringRefs, sentenceOf } from '../imports/bring-refs.ts'
import { type Found, fetchPack, findRefs, type RemoteOptions } from '../imports/remote.ts'
import { holdOwner } from '../quota/claim-room.ts'
import { refsUnder } from '../refs/refs-under.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { updateRepo } from '../repos/update-repo.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { requireMirror } from './get-mirror.ts'
import type { Mirror } from './mirror.ts'
import { countRunning, endSync, openSource, sayAtWork, takeMirror } from './mirror-store.ts'

const longestMs = 6 * hour
/** For names alone: who tells them a byte at a time takes the place of others. */
const longestLookMs = 5 * minute
const sayEveryMs = 2 * second
/** Of commits that are here: whatever is new leads to some of them. */
const mostKnown = 5000

const purpose = { kind: 'mirror' } as const

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
    const error = await tryToSync(app, repoId, ending)
    await inTransaction(app, (tx) => endSync(tx, repoId, { dueAt, error, isCutOff: ending.aborted }))
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

async function tryToSync(app: App, repoId: number, ending: AbortSignal): Promise<string | null> {
  try {
    return await sync(app, repoId, AbortSignal.any([ending, AbortSignal.timeout(longestMs)]))
  } catch (error) {
    if (!(error instanceof Fault) && !ending.aborted) {
      app.log.warn({ error: String(error), repo: repoId }, 'a mirror failed')
    }
    return sentenceOf(error, ending)
  }
}

async function sync(app: App, repoId: number, signal: AbortSignal): Promise<string | null> {
  const known = await findRepoById(app.db, repoId)
  const source = known === null ? null : await openSource(app.db, known, app.keys.seal)
  if (known === null || source === null) return null
  const repo = await openAnew(app, known)
  const options = { allowedHosts: app.config.IMPORT_ALLOWED_HOSTS, signal }
  const found = await findRefs(source, {
    ...options,
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]),
  })
  // Somebody may have emptied it by mistake: what is here is then the last copy.
  if (found.refs.length === 0)
    throw invalidField('url', 'empty', 'leads to a repository that is empty now: nothing was changed here')
  const here = await refsOf(app, repoId)
  const there = new Set<string>(found.refs.map(({ name }) => name))
  const isHead = (name: RefName): boolean => branchOf(name) === repo.defaultBranch
  const gone = [...here.keys()].filter((name) => !there.has(name))
  // First, because one that is gone may be in the way of one that is new.
  await drop(
    app,
    repo,
    here,
    gone.filter((name) => !isHead(name)),
  )
  const refusal = await bring(app, repo, { found, here, options })
  const head = gone.find(isHead)
  // One that is named and not there is none: the old one stays until there is another.
  const isNamed = found.defaultBranch !== null && there.has(`refs/heads/${found.defaultBranch}`)
  if (refusal !== null || head === undefined || found.defaultBranch === null || !isNamed) return refusal
  const ref = { owner: repo.owner, repo: repo.slug }
  const moved = await updateRepo(app, systemActor, ref, { defaultBranch: found.defaultBranch })
  await drop(app, await openAnew(app, moved), here, [head])
  return null
}

type Here = ReadonlyMap<RefName, { readonly sha: Sha; readonly peeled: Sha }>

interface Bringing {
  readonly found: Found
  readonly here: Here
  readonly options: RemoteOptions
}

async function bring(app: App, repo: OpenRepo, { found, here, options }: Bringing): Promise<string | null> {
  const changed = found.refs.filter(({ name, sha }) => here.get(name)?.sha !== sha)
  if (changed.length === 0) return null
  const kept = new Set([...here.values()].flatMap(({ sha, peeled }) => [sha, peeled]))
  const refs = changed.filter(({ sha }) => !kept.has(sha))
  const has = [...new Set([...here.values()].map(({ peeled }) => peeled))].slice(0, mostKnown)
  const pack =
    refs.length === 0 ? emptyPack() : fetchPack({ source: found.source, refs, has }, options, () => undefined)
  const changes = changed.map(({ name, sha }) => ({ ref: name, before: here.get(name)?.sha ?? noSha, after: sha }))
  return bringRefs(app, systemActor, repo, { changes, pack, purpose })
}

async function drop(app: App, repo: OpenRepo, here: Here, names: readonly RefName[]): Promise<void> {
  if (names.length === 0) return
  const changes = names.map((ref) => ({ ref, before: here.get(ref)?.sha ?? noSha, after: noSha }))
  await moveRefs(app, { actor: systemActor, repo, way: 'mirror', purpose }, changes)
}

function openAnew(app: App, { owner, slug }: Repo): Promise<OpenRepo> {
  return requireRepo(app, systemActor, { owner, repo: slug }, { role: 'Developer', scope: 'repo:write' })
}

async function refsOf(app: App, repoId: number): Promise<Here> {
  const [branches, tags] = await Promise.all(
    (['refs/heads/', 'refs/tags/'] as const).map((prefix) =>
      refsUnder(app, repoId, prefix).select(['name', 'sha', 'peeled']).execute(),
    ),
  )
  return new Map(
    [...(branches ?? []), ...(tags ?? [])].map(({ name, sha, peeled }) => [
      name as RefName,
      { sha: sha as Sha, peeled: peeled as Sha },
    ]),
  )
}

/** Git wants a pack also where all that refs need is there: one without objects. */
async function* emptyPack(): AsyncGenerator<Buffer, void, undefined> {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  yield Buffer.concat([head, createHash('sha1').update(head).digest()])
}
