import type { App } from '../../app.ts'
import { systemActor } from '../../core/actor.ts'
import { hour, second } from '../../core/clock.ts'
import { Fault } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { Bring } from './bring.ts'
import { confirmStarter, importing } from './confirm-starter.ts'
import { endTracker, leaveTracker, Overtaken, openTracker, saveTracker, type Turn } from './tracker-store.ts'

const sayEveryMs = 2 * second
/** With all that servers want to be waited for. */
const longestMs = 48 * hour

/** Brings what is not here yet, and writes down what came of it. Never fails. */
export async function runTracker(app: App, turn: Turn, ending: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const late = AbortSignal.timeout(longestMs)
  const say = setInterval(() => void stay(app, turn).catch((error: unknown) => lost.abort(error)), sayEveryMs)
  try {
    const thrown = await tryToBring(app, turn, AbortSignal.any([ending, lost.signal, late]))
    // Whatever broke off was broken off by it.
    const error = lost.signal.aborted ? (lost.signal.reason as Error) : thrown
    if (error instanceof Overtaken) return
    if (error !== null && ending.aborted) await inTransaction(app, (tx) => leaveTracker(tx, turn))
    else await inTransaction(app, (tx) => endTracker(tx, turn, error === null ? null : sentenceOf(error, late)))
    if (error instanceof Fault || error === null || ending.aborted) return
    app.log.warn({ error: String(error), repo: turn.repoId }, 'issues could not be imported')
  } catch (failure) {
    // Whoever looks next finds that nobody is at work on it.
    app.log.warn({ error: String(failure), repo: turn.repoId }, 'how far an import is could not be written down')
  } finally {
    clearInterval(say)
  }
}

/** Says that somebody is at work on it. Throws where nobody should be; a database that is away has not said so. */
async function stay(app: App, turn: Turn): Promise<void> {
  try {
    const isOurs = await inTransaction(app, async (tx) => {
      await confirmStarter(tx, turn)
      return saveTracker(tx, turn, {})
    })
    if (!isOurs) throw new Overtaken()
  } catch (error) {
    if (error instanceof Overtaken || (error instanceof Fault && error.kind !== 'unavailable')) throw error
  }
}

/** Null where all is here. */
async function tryToBring(app: App, turn: Turn, signal: AbortSignal): Promise<Error | null> {
  try {
    const known = await findRepoById(app.db, turn.repoId)
    const tracker = known === null ? null : await openTracker(app.db, turn, known, app.keys.seal)
    if (known === null || tracker === null) return new Overtaken()
    await confirmStarter(app.db, turn)
    const repo = await requireRepo(app, systemActor, { owner: known.owner, repo: known.slug }, importing)
    await new Bring(app, { turn, repo, tracker, signal }).all()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function sentenceOf(error: Error, late: AbortSignal): string {
  if (error instanceof Fault) return error.message
  return late.aborted ? 'It took too long' : 'Something went wrong here'
}
