import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { minute } from '../../core/clock.ts'
import { Fault, invalidField } from '../../core/errors.ts'
import type { Sha } from '../../core/sha.ts'
import { flushPkt, pktLine } from '../../git/pkt-line.ts'
import { type Advertisement, type RemoteRef, readAdvertisement } from '../../git/read-advertisement.ts'
import { NoPacket, readPackets } from '../../git/read-packets.ts'
import { findReachable, hostOf, type Resolve, Unreachable } from '../webhooks/reach.ts'
import { notPublic, type Source } from './source.ts'

/** A server that says nothing for so long is given up. */
const silenceMs = 2 * minute
/** Some hundred thousand refs. */
const mostRefBytes = 32 * 1024 * 1024
const mostHops = 3

export interface RemoteOptions {
  readonly allowedHosts: readonly string[]
  readonly signal: AbortSignal
  /** Of names; the system's where none is given. */
  readonly resolve?: Resolve
}

/** What a server has, and where it was found in the end. */
export interface Found extends Advertisement {
  readonly source: Source
}

/**
 * Asks a server for its refs. Whoever names it must not learn what the network behind us looks like: every address on the
 * way is looked at before it is connected to, and what went wrong is told in words of ours.
 */
export async function findRefs(source: Source, options: RemoteOptions): Promise<Found> {
  let at = source
  for (let hop = 0; hop <= mostHops; hop++) {
    const url = below(at.url, 'info/refs')
    url.search = '?service=git-upload-pack'
    const answer = await ask(at, { url, options })
    const next = whereTo(answer, url)
    if (next === null) return { ...(await readRefs(answer)), source: at }
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
  const wants = [`want ${first} side-band-64k ofs-delta no-progress\n`, ...others.map((sha) => `want ${sha}\n`)]
  const haves = has.map((sha) => pktLine(`have ${sha}\n`)).join('')
  const body = Buffer.from(`${wants.map(pktLine).join('')}${flushPkt}${haves}${pktLine('done\n')}`)
  const answer = await ask(source, { url: below(source.url, 'git-upload-pack'), body, options })
  requireType(answer, 'application/x-git-upload-pack-result')
  let bytes = 0
  for await (const packet of readPackets(answer)) {
    const [band] = packet
    if (band === 1) {
      bytes += packet.length - 1
      heard(bytes)
      yield packet.subarray(1)
    } else if (band === 3 || packet.toString('latin1', 0, 4) === 'ERR ') throw brokeOff()
  }
}

async function readRefs(answer: IncomingMessage): Promise<Advertisement> {
  requireType(answer, 'application/x-git-upload-pack-advertisement')
  const packets: Buffer[] = []
  let bytes = 0
  try {
    for await (const packet of readPackets(answer)) {
      bytes += packet.length
      if (bytes > mostRefBytes)
        throw invalidField('url', 'unreachable', 'has more branches and tags than can be taken over')
      packets.push(packet)
    }
  } catch (error) {
    throw error instanceof NoPacket ? noGit() : error
  }
  return (await readAdvertisement(packets)) ?? raise(noGit())
}

interface Asking {
  readonly url: URL
  readonly body?: Buffer
  readonly options: RemoteOptions
}

async function ask(source: Source, { url, body, options }: Asking): Promise<IncomingMessage> {
  const { address, family } = await findReachable(url, options.allowedHosts, options.resolve).catch(
    (error: unknown) => {
      throw error instanceof Unreachable ? notPublic(url) : unreachable(url)
    },
  )
  const isSent = body !== undefined
  const start = url.protocol === 'https:' ? secureRequest : plainRequest
  const sent = start({
    // The certificate and the Host header are the name's; the connection is to the address that was looked at.
    host: hostOf(url),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: isSent ? 'POST' : 'GET',
    headers: {
      host: url.host,
      'user-agent': 'git/2 (stithy)',
      ...(isSent ? { 'content-type': 'application/x-git-upload-pack-request', 'content-length': body.length } : {}),
      ...authorizationOf(source),
    },
    agent: false,
    signal: options.signal,
    timeout: silenceMs,
    lookup: (_host, { all }, done) => (all === true ? done(null, [{ address, family }]) : done(null, address, family)),
  })
  sent.on('timeout', () => sent.destroy(new Error('silent')))
  const answer = await answerOf(sent, body).catch(() => {
    throw unreachable(url)
  })
  const status = answer.statusCode ?? 0
  if (status === 200 || (status >= 300 && status < 400)) return answer
  answer.destroy()
  throw refused(source, status)
}

function answerOf(sent: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    // Also later: what breaks off while it is read, the reader hears of.
    sent.on('error', reject)
    sent.end(body)
  })
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
  return to
}

function below(url: URL, path: string): URL {
  const at = new URL(url)
  at.pathname = `${at.pathname.replace(/\/+$/, '')}/${path}`
  return at
}

function requireType(answer: IncomingMessage, type: string): void {
  if (answer.headers['content-type']?.split(';', 1)[0]?.trim() === type) return
  answer.destroy()
  throw noGit()
}

function refused({ username, password }: Source, status: number): Fault {
  if (status === 401 || status === 403) {
    const isKnown = username !== '' || password !== ''
    return isKnown
      ? invalidField('password', 'refused', 'is refused there, or may not read that repository')
      : invalidField('url', 'refused', 'is nothing that everybody may read: give a name and a password, or a token')
  }
  if (status === 404)
    return invalidField('url', 'not_found', 'leads to no repository, or to one that only its people may see')
  return invalidField('url', 'unreachable', `cannot be read now: the server there says ${status}`)
}

function unreachable(url: URL): Fault {
  return invalidField('url', 'unreachable', `cannot be reached: ${url.hostname} does not answer`)
}

function noGit(): Fault {
  return invalidField('url', 'no_git', 'leads to no git repository')
}

function brokeOff(): Fault {
  return new Fault('unavailable', 'The server it comes from broke off', { code: 'UNAVAILABLE' })
}

function raise(error: Error): never {
  throw error
}
