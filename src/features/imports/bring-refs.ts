import { Readable, Writable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { Pace } from '../../core/pace.ts'
import { flushPkt, pktLine, readPktLines } from '../../git/pkt-line.ts'
import { readReport } from '../../git/read-report.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import type { Purpose } from '../transport/purpose.ts'
import { receivePush } from '../transport/receive-push.ts'

type Needs = Pick<
  App,
  'clock' | 'config' | 'db' | 'git' | 'hooks' | 'kept' | 'log' | 'objects' | 'passing' | 'paces' | 'turns'
>

/** Of what git reports: a line a ref. */
const mostReportBytes = 64 * 1024 * 1024

export interface Brought {
  readonly changes: readonly RefChange[]
  /** With all that these refs need and the repository lacks. */
  readonly pack: AsyncIterable<Buffer>
  readonly purpose: Purpose
}

/**
 * What another server sends comes in as a push: through the same gate. Null where all of it came, else why not, as who
 * pushes would hear it.
 */
export async function bringRefs(
  app: Needs,
  actor: Actor,
  repo: OpenRepo,
  { changes, pack, purpose }: Brought,
): Promise<string | null> {
  const abilities = '\0report-status side-band-64k quiet object-format=sha1'
  const commands = await new Pace().map(changes, ({ ref, before, after }, at) =>
    pktLine(`${before} ${after} ${ref}${at === 0 ? abilities : ''}`),
  )
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
  await receivePush(app, actor, repo, { protocol: '', stateless: true, input, output, purpose })
  const [failure] = broken
  if (failure !== undefined) throw failure
  return whyRefused(output.bytes(), changes)
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

/** What git and our gate say to whoever pushes is in the second band. */
function whyRefused(report: Buffer, changes: readonly RefChange[]): string | null {
  const moved = readReport(report)
  if (moved !== null && changes.every(({ ref }) => moved.has(ref))) return null
  const words = readPktLines(report)
    .filter(([band]) => band === 2)
    .map((line) => line.toString('utf8', 1))
    .join('')
    .trim()
  return words === '' ? usualReason : words.slice(0, 2000)
}

/** What went wrong on the way, for people. */
export function sentenceOf(
  error: unknown,
  ending: AbortSignal,
  brokeOff = 'The server it comes from broke off: try again',
): string {
  if (ending.aborted) return 'The server was stopped in the middle of it: try again'
  const [detail] = error instanceof Fault ? error.details : []
  if (detail !== undefined) return `The ${detail.field === 'url' ? 'address' : detail.field} ${detail.message}`
  if (error instanceof Fault) return error.message
  return brokeOff
}
