import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { hour, second } from '../../core/clock.ts'
import { Fault } from '../../core/errors.ts'
import { noSha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { dropToken, releaseTracker } from '../trackers/follow-commits.ts'
import { startTracker } from '../trackers/start-tracker.ts'
import { bringRefs, sentenceOf } from './bring-refs.ts'
import { endImport, saveProgress } from './import-store.ts'
import { type Found, fetchPack } from './remote.ts'

/** A slow line and a large history. */
const longestMs = 6 * hour
const sayEveryMs = 2 * second

/** Brings everything that was found into an empty repository, and writes down what came of it. Never fails. */
export async function runImport(
  app: App,
  { actor, repo, found }: { readonly actor: KnownActor; readonly repo: OpenRepo; readonly found: Found },
  ending: AbortSignal,
): Promise<void> {
  let received = 0
  const say = () => inTransaction(app, (tx) => saveProgress(tx, repo.id, received)).catch(() => undefined)
  const saying = setInterval(() => void say(), sayEveryMs)
  const signal = AbortSignal.any([ending, AbortSignal.timeout(longestMs)])
  try {
    const options = { allowedHosts: app.config.IMPORT_ALLOWED_HOSTS, signal }
    const pack = fetchPack(found, options, (bytes) => {
      received = bytes
    })
    const changes = found.refs.map(({ name, sha }) => ({ ref: name, before: noSha, after: sha }))
    const told = toldBeforeEnd(pack, say)
    const refusal = await bringRefs(app, actor, repo, { changes, pack: told, purpose: { kind: 'import' } })
    await end(app, repo, received, refusal)
  } catch (error) {
    if (!(error instanceof Fault) && !ending.aborted) {
      app.log.warn({ error: String(error), repo: repo.id }, 'an import failed')
    }
    await end(app, repo, received, sentenceOf(error, ending))
  } finally {
    clearInterval(saying)
  }
}

/** Git takes a pack for whole with its last byte, and whoever looks from then on is to see how much has come. */
async function* toldBeforeEnd(pack: AsyncIterable<Buffer>, tell: () => Promise<void>): AsyncGenerator<Buffer, void> {
  let held: Buffer | null = null
  for await (const part of pack) {
    if (held !== null) yield held
    held = part
  }
  await tell()
  if (held !== null) yield held
}

async function end(app: App, repo: OpenRepo, received: number, error: string | null): Promise<void> {
  try {
    await inTransaction(app, async (tx) => {
      await endImport(tx, repo.id, received, error)
      await (error === null ? releaseTracker(tx, repo.id) : dropToken(tx, repo.id))
    })
    if (error === null) await startTracker(app, repo.id)
  } catch (failure) {
    // Whoever looks sees before long that nobody is at work on it.
    app.log.warn({ error: String(failure), repo: repo.id }, 'the end of an import could not be written down')
  }
}
