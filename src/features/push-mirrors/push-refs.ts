import { Readable } from 'node:stream'
import { Fault } from '../../core/errors.ts'
import { Pace } from '../../core/pace.ts'
import { flushPkt, pktLine } from '../../git/pkt-line.ts'
import { readPackets, weightOf } from '../../git/read-packets.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import type { RemoteOptions } from '../imports/reach-server.ts'
import { askFor } from '../imports/remote.ts'
import type { Source } from '../imports/source.ts'

/** Of what a server reports: a line a ref. */
const mostReportBytes = 64 * 1024 * 1024
const longestReason = 200
const mostNamed = 3

export interface Pushed {
  readonly changes: readonly RefChange[]
  /** With all that these refs need and the server lacks; null where they only go. */
  readonly pack: AsyncIterable<Buffer> | null
}

/** Has another server change its refs. Returns what it refused: names and why, in its own words. */
export async function pushRefs(
  target: Source,
  { changes, pack }: Pushed,
  options: RemoteOptions,
): Promise<readonly string[]> {
  const abilities = '\0report-status object-format=sha1 agent=git/2-stithy'
  const commands = await new Pace().map(changes, ({ ref, before, after }, at) =>
    pktLine(`${before} ${after} ${ref}${at === 0 ? abilities : ''}`),
  )
  async function* sent(): AsyncGenerator<Buffer, void, undefined> {
    yield Buffer.from(`${commands.join('')}${flushPkt}`)
    if (pack !== null) yield* pack
  }
  const body = Readable.from(sent(), { objectMode: false })
  try {
    return await readRefusals(await askFor('git-receive-pack', target, body, options))
  } finally {
    // A server may say what it took before it has heard all: nobody makes the rest of it then.
    body.destroy()
  }
}

/** `unpack ok`, then of each ref `ok NAME` or `ng NAME WHY`. */
async function readRefusals(answer: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const refused: string[] = []
  let isUnpacked = false
  let bytes = 0
  for await (const packet of readPackets(answer)) {
    bytes += weightOf(packet)
    if (bytes > mostReportBytes) throw notTaken('it talks on and on')
    const line = packet.toString('utf8').trimEnd()
    if (line === 'unpack ok') isUnpacked = true
    else if (line.startsWith('unpack ')) throw notTaken(line.slice('unpack '.length))
    else if (line.startsWith('ng ')) refused.push(line.slice('ng '.length))
  }
  if (!isUnpacked) throw notTaken('it did not say why')
  return refused
}

/** For people. */
export function refusedInWords(refused: readonly string[]): string {
  const named = refused.slice(0, mostNamed).map((line) => {
    const [, name = '', why = ''] = /^(?:refs\/(?:heads|tags)\/)?(\S+) ?(.*)$/s.exec(line) ?? []
    return `${plain(name)} (${plain(why)})`
  })
  const others = refused.length - named.length
  return `The server there did not take ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

function notTaken(why: string): Fault {
  return new Fault('unavailable', `The server there did not take what was sent: ${plain(why)}`, { code: 'UNAVAILABLE' })
}

/** Words of somebody else, on pages of ours. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, longestReason)
}
