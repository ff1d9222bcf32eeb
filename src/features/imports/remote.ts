import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Fault, invalidField } from '../../core/errors.ts'
import { Pace } from '../../core/pace.ts'
import type { Sha } from '../../core/sha.ts'
import { withoutEndSlashes } from '../../core/without-end-slashes.ts'
import { flushPkt, pktLine } from '../../git/pkt-line.ts'
import { type Advertisement, type RemoteRef, readAdvertisement } from '../../git/read-advertisement.ts'
import { NoPacket, readPackets, weightOf } from '../../git/read-packets.ts'
import { type RemoteOptions, reachServer } from './reach-server.ts'
import { longestUrl, type Source } from './source.ts'

/** Some hundred thousand refs. */
const mostRefBytes = 32 * 1024 * 1024
const mostHops = 3

/** What a server has, and where it was found in the end. */
export interface Found extends Advertisement {
  readonly source: Source
}

/** What a server is asked for: to give, or to take. */
type Service = 'git-upload-pack' | 'git-receive-pack'

/**
 * Asks a server for its refs. Whoever names it must not learn what the network behind us looks like: every address on the
 * way is looked at before it is connected to, and what went wrong is told in words of ours.
 */
export async function findRefs(
  source: Source,
  options: RemoteOptions,
  service: Service = 'git-upload-pack',
): Promise<Found> {
  let at = source
  for (let hop = 0; hop <= mostHops; hop++) {
    const url = below(at.url, 'info/refs')
    url.search = `?service=${service}`
    const answer = await ask(at, { url, service, options })
    const next = whereTo(answer, url)
    if (next === null) return { ...(await readRefs(answer, service)), source: at }
    answer.destroy()
    // A password is for whoever was named, not for whoever they name.
    const { username, password } = next.origin === at.url.origin ? at : { username: '', password: '' }
    at = { url: next, username, password }
  }
  throw invalidField('url', 'unreachable', 'leads on and on: give the address that it leads to')
}

export interface Wanted {
  readonly source: Source
  readonly refs: readonly RemoteRef[]
  /** Commits that are here already, with all that they need. */
  readonly has?: readonly Sha[]
}

/** The pack with all that some refs need, as it comes. `heard` is told how many bytes have. */
export async function* fetchPack(
  { source, refs, has = [] }: Wanted,
  options: RemoteOptions,
  heard: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const [first, ...others] = new Set(refs.map(({ sha }) => sha))
  const wants = await new Pace().map(others, (sha) => pktLine(`want ${sha}\n`))
  const haves = has.map((sha) => pktLine(`have ${sha}\n`)).join('')
  const asked = `${pktLine(`want ${first} side-band-64k ofs-delta no-progress\n`)}${wants.join('')}${flushPkt}`
  const body = Buffer.from(`${asked}${haves}${pktLine('done\n')}`)
  const answer = await askFor('git-upload-pack', source, body, options)
  let bytes = 0
  let idle = 0
  for await (const packet of readPackets(answer)) {
    const [band] = packet
    if (band === 1) {
      bytes += packet.length - 1
      heard(bytes)
      yield packet.subarray(1)
    } else if (band === 3 || packet.toString('latin1', 0, 4) === 'ERR ') throw brokeOff()
    else {
      idle += weightOf(packet)
      if (idle > mostRefBytes) throw brokeOff()
    }
  }
}

/** The answer to a whole conversation, as it comes. */
export async function askFor(
  service: Service,
  source: Source,
  body: Buffer | Readable,
  options: RemoteOptions,
): Promise<IncomingMessage> {
  const answer = await ask(source, { url: below(source.url, service), service, body, options })
  requireType(answer, `application/x-${service}-result`)
  return answer
}

async function readRefs(answer: IncomingMessage, service: Service): Promise<Advertisement> {
  requireType(answer, `application/x-${service}-advertisement`)
  try {
    return (await readAdvertisement(noMoreThanRefs(readPackets(answer)))) ?? raise(noGit())
  } catch (error) {
    if (error instanceof Fault) throw error
    throw error instanceof NoPacket ? noGit() : brokeOff()
  }
}

async function* noMoreThanRefs(packets: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0
  for await (const packet of packets) {
    bytes += weightOf(packet)
    if (bytes > mostRefBytes)
      throw invalidField('url', 'unreachable', 'has more branches and tags than can be taken over')
    yield packet
  }
}

interface Asking {
  readonly url: URL
  readonly service: Service
  readonly body?: Buffer | Readable
  readonly options: RemoteOptions
}

async function ask(source: Source, { url, service, body, options }: Asking): Promise<IncomingMessage> {
  const headers = {
    'user-agent': 'git/2 (stithy)',
    ...(body === undefined ? {} : { 'content-type': `application/x-${service}-request` }),
    ...(Buffer.isBuffer(body) ? { 'content-length': body.length } : {}),
    ...authorizationOf(source),
  }
  const answer = await reachServer({ url, headers, body }, options)
  const status = answer.statusCode ?? 0
  if (status === 200 || (status >= 300 && status < 400)) return answer
  answer.destroy()
  throw refused(source, status, service)
}

function authorizationOf({ username, password }: Source): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/** Null where the answer is what was asked for. */
function whereTo(answer: IncomingMessage, from: URL): URL | null {
  if (answer.statusCode === 200) return null
  const to = URL.parse(answer.headers.location ?? '', from)
  if (to === null || !/^https?:$/.test(to.protocol) || !to.pathname.endsWith('/info/refs')) throw noGit()
  to.pathname = to.pathname.slice(0, -'/info/refs'.length)
  to.search = ''
  // Theirs would be kept and shown with the address.
  to.username = ''
  to.password = ''
  if (to.href.length > longestUrl) throw noGit()
  return to
}

function below(url: URL, path: string): URL {
  const at = new URL(url)
  at.pathname = `${withoutEndSlashes(at.pathname)}/${path}`
  return at
}

function requireType(answer: IncomingMessage, type: string): void {
  if (answer.headers['content-type']?.split(';', 1)[0]?.trim() === type) return
  answer.destroy()
  throw noGit()
}

function refused({ username, password }: Source, status: number, service: Service): Fault {
  const isGiven = service === 'git-upload-pack'
  if (status === 401 || status === 403) {
    const isKnown = username !== '' || password !== ''
    if (isKnown)
      return invalidField(
        'password',
        'refused',
        `is refused there, or may not ${isGiven ? 'read' : 'push to'} that repository`,
      )
    return isGiven
      ? invalidField('url', 'refused', 'is nothing that everybody may read: give a name and a password, or a token')
      : invalidField('password', 'required', 'is needed to push there')
  }
  if (status === 404)
    return invalidField('url', 'not_found', 'leads to no repository, or to one that only its people may see')
  if (status === 413) return invalidField('url', 'refused', 'takes no push as large as this one')
  return invalidField(
    'url',
    'unreachable',
    `cannot be ${isGiven ? 'read' : 'pushed to'} now: the server there says ${status}`,
  )
}

function noGit(): Fault {
  return invalidField('url', 'no_git', 'leads to no git repository')
}

function brokeOff(): Fault {
  return new Fault('unavailable', 'The other server broke off', { code: 'UNAVAILABLE' })
}

function raise(error: Error): never {
  throw error
}
