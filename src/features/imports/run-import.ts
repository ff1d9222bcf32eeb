import { Readable, Writable } from 'node:stream'
import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { hour, second } from '../../core/clock.ts'
import { Fault } from '../../core/errors.ts'
import { noSha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { flushPkt, pktLine, readPktLines } from '../../git/pkt-line.ts'
import type { RemoteRef } from '../../git/read-advertisement.ts'
import { readReport } from '../../git/read-report.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { receivePush } from '../transport/receive-push.ts'
import { endImport, saveProgress } from './import-store.ts'
import { type Found, fetchPack } from './remote.ts'

type Needs = Pick<
  App,
  'clock' | 'config' | 'db' | 'git' | 'hooks' | 'kept' | 'log' | 'objects' | 'passing' | 'paces' | 'turns'
>

/** A slow line and a large history. */
const longestMs = 6 * hour
const sayEveryMs = 2 * second
/** Of what git reports: a line a ref. */
const mostReportBytes = 64 * 1024 * 1024

/** Brings everything that was found into an empty repository, and writes down what came of it. Never fails. */
export async function runImport(
  app: Needs,
  { actor, repo, found }: { readonly actor: KnownActor; readonly repo: OpenRepo; readonly found: Found },
  ending: AbortSignal,
): Promise<void> {
  let received = 0
  const say = setInterval(() => {
    void inTransaction(app, (tx) => saveProgress(tx, repo.id, received)).catch(() => undefined)
  }, sayEveryMs)
  const signal = AbortSignal.any([ending, AbortSignal.timeout(longestMs)])
  try {
    const options = { allowedHosts: app.config.IMPORT_ALLOWED_HOSTS, signal }
    const pack = fetchPack(found, options, (bytes) => {
      received = bytes
    })
    const refusal = await push(app, actor, repo, { refs: found.refs, pack })
    await end(app, repo, received, refusal)
  } catch (error) {
    if (!(error instanceof Fault) && !ending.aborted) {
      app.log.warn({ error: String(error), repo: repo.id }, 'an import failed')
    }
    await end(app, repo, received, sentenceOf(error, ending))
  } finally {
    clearInterval(say)
  }
}

interface Brought {
  readonly refs: readonly RemoteRef[]
  readonly pack: AsyncGenerator<Buffer, void, undefined>
}

/** What another server sends comes in as a push of whoever asked for it: through the same gate. */
async function push(app: Needs, actor: KnownActor, repo: OpenRepo, { refs, pack }: Brought): Promise<string | null> {
  const abilities = '\0report-status side-band-64k quiet object-format=sha1'
  const commands = refs.map(({ name, sha }, at) => pktLine(`${noSha} ${sha} ${name}${at === 0 ? abilities : ''}`))
  const broken: Error[] = []
  async function* sent(): AsyncGenerator<Buffer, void, undefined> {
    yield Buffer.from(`${commands.join('')}${flushPkt}`)
    try {
      yield* pack
    } catch (error) {
      // Not where git has closed its ears: it says why itself.
      if (!input.destroyed) broken.push(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }
  const input = Readable.from(sent(), { objectMode: false })
  // Git hears of it too, and gives up.
  input.on('error', () => undefined)
  const output = new Report()
  await receivePush(app, actor, repo, {
    protocol: '',
    stateless: true,
    input,
    output,
    purpose: { kind: 'import' },
  })
  const [failure] = broken
  if (failure !== undefined) throw failure
  return whyRefused(output.bytes(), refs)
}

class Report extends Writable {
  readonly #chunks: Buffer[] = []
  #size = 0

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#size += chunk.length
    if (this.#size <= mostReportBytes) this.#chunks.push(chunk)
    done()
  }
}

const usualReason = 'Git did not take what came: it may be damaged where it comes from'

/** Null where everything came. What git and our gate say to whoever pushes is in the second band. */
function whyRefused(report: Buffer, refs: readonly RemoteRef[]): string | null {
  const moved = readReport(report)
  if (moved !== null && refs.every(({ name }) => moved.has(name))) return null
  const words = readPktLines(report)
    .filter(([band]) => band === 2)
    .map((line) => line.toString('utf8', 1))
    .join('')
    .trim()
  return words === '' ? usualReason : words.slice(0, 2000)
}

function sentenceOf(error: unknown, ending: AbortSignal): string {
  if (ending.aborted) return 'The server was stopped in the middle of it: try again'
  const [detail] = error instanceof Fault ? error.details : []
  if (detail !== undefined) return `The ${detail.field === 'url' ? 'address' : detail.field} ${detail.message}`
  if (error instanceof Fault) return error.message
  return 'The server it comes from broke off: try again'
}

async function end(app: Needs, repo: OpenRepo, received: number, error: string | null): Promise<void> {
  try {
    await inTransaction(app, (tx) => endImport(tx, repo.id, received, error))
  } catch (failure) {
    // Whoever looks sees before long that nobody is at work on it.
    app.log.warn({ error: String(failure), repo: repo.id }, 'the end of an import could not be written down')
  }
}
