import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { hour, second } from '../../core/clock.ts'
import { conflict, Fault, rateLimited } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { sentenceOf } from '../imports/bring-refs.ts'
import { holdOwner } from '../quota/claim-room.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { requirePushMirror } from './get-push-mirror.ts'
import type { PushMirror } from './push-mirror.ts'
import { countRunning, endSending, openTarget, type Run, sayAtWork, takePushMirror } from './push-mirror-store.ts'
import { type Sent, sendTo } from './send-to.ts'

const longestMs = 6 * hour
const sayEveryMs = 2 * second

/** Of one owner, at somebody's wish: each keeps a git busy. */
const mostAtOnce = 3
const comeBackSeconds = 60

/** Without waiting for its time. */
export async function sendNow(app: App, actor: KnownActor, ref: RepoRef): Promise<PushMirror> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  await requirePushMirror(app, repo.id)
  const started = await startSending(app, repo)
  if (started === 'many') throw rateLimited(comeBackSeconds, `${repo.owner} has ${mostAtOnce} that are being pushed`)
  if (started === 'taken') throw conflict('It is being pushed already')
  return requirePushMirror(app, repo.id)
}

/**
 * Whoever looks from then on sees that it is under way. `taken`: somebody else is at it. `many`: it waits until others of its
 * owner are done.
 */
export async function startSending(app: App, { id, ownerId }: Repo): Promise<'started' | 'taken' | 'many'> {
  const run = await inTransaction(app, async (tx) => {
    // Those who come at the same time are counted one after the other.
    await holdOwner(tx, ownerId)
    return (await countRunning(tx, ownerId, tx.now)) >= mostAtOnce ? 'many' : takePushMirror(tx, id)
  })
  if (run === 'many') return run
  if (run === null) return 'taken'
  app.imports.start((signal) => runSending(app, run, signal))
  return 'started'
}

/** The same for what nobody has asked for, and waits for its end. */
export async function sendInTurn(app: App, repoId: number, ending: AbortSignal): Promise<void> {
  const run = await inTransaction(app, (tx) => takePushMirror(tx, repoId))
  if (run !== null) await runSending(app, run, ending)
}

/** Makes another server have what is here, and writes down what came of it. Never fails. */
async function runSending(app: App, run: Run, ending: AbortSignal): Promise<void> {
  const unwanted = new AbortController()
  const say = setInterval(() => {
    void inTransaction(app, (tx) => sayAtWork(tx, run)).then(
      (isWanted) => isWanted || unwanted.abort(),
      () => undefined,
    )
  }, sayEveryMs)
  try {
    const repo = await findRepoById(app.db, run.repoId)
    if (repo === null) return
    const sent = await tryToSend(app, repo, { ending, unwanted: unwanted.signal })
    // Of what changed meanwhile nobody knows whether it was sent.
    const version = repo.refsVersion
    await inTransaction(app, (tx) => endSending(tx, run, { ...sent, version, isCutOff: ending.aborted }))
  } catch (failure) {
    // Whoever looks next finds that nobody is at work on it.
    app.log.warn({ error: String(failure), repo: run.repoId }, 'the end of a push elsewhere could not be written down')
  } finally {
    clearInterval(say)
  }
}

interface Until {
  readonly ending: AbortSignal
  readonly unwanted: AbortSignal
}

async function tryToSend(app: App, repo: Repo, { ending, unwanted }: Until): Promise<Sent> {
  try {
    const target = await openTarget(app.db, repo, app.keys.seal)
    if (target === null) return { error: null, isPartly: false, print: null }
    const signal = AbortSignal.any([ending, unwanted, AbortSignal.timeout(longestMs)])
    return await sendTo(app, repo, target, signal)
  } catch (error) {
    if (!(error instanceof Fault) && !ending.aborted && !unwanted.aborted) {
      app.log.warn({ error: String(error), repo: repo.id }, 'a push to another server failed')
    }
    return { error: sentenceOf(error, ending, 'The push broke off: it is tried again'), isPartly: false, print: null }
  }
}
