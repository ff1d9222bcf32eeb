import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { minute } from '../../core/clock.ts'
import { type Fault, invalidField } from '../../core/errors.ts'
import { GitError } from '../../git/run-git.ts'
import { findReachable, hostOf, lookupOf, type Resolve, Unreachable } from '../webhooks/reach.ts'
import { notPublic } from './source.ts'

/** A server that says nothing for so long is given up; one that is sent something large may have to go through it. */
const silenceMs = 2 * minute
const digestionMs = 20 * minute

export interface RemoteOptions {
  readonly allowedHosts: readonly string[]
  readonly signal: AbortSignal
  /** Of names; the system's where none is given. */
  readonly resolve?: Resolve
}

export interface Question {
  readonly url: URL
  readonly headers: Readonly<Record<string, string | number>>
  /** Sent where there is one; where it fails in the middle, so does the question. */
  readonly body?: Buffer | Readable | undefined
}

/**
 * Asks another server, and gives its answer as it begins, whatever it says. Whoever names the server must not learn what the
 * network behind us looks like: the address is looked at before it is connected to, and what went wrong is told in words of
 * ours. No redirect is followed.
 */
export async function reachServer({ url, headers, body }: Question, options: RemoteOptions): Promise<IncomingMessage> {
  const found = await findReachable(url, options.allowedHosts, options.resolve).catch((error: unknown) => {
    throw error instanceof Unreachable ? notPublic(url) : unreachable(url)
  })
  const start = url.protocol === 'https:' ? secureRequest : plainRequest
  const sent = start({
    // The certificate and the Host header are the name's; the connection is to the address that was looked at.
    host: hostOf(url),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { host: url.host, ...headers },
    agent: false,
    signal: options.signal,
    timeout: body === undefined || Buffer.isBuffer(body) ? silenceMs : digestionMs,
    lookup: lookupOf(found),
  })
  sent.on('timeout', () => sent.destroy(new Error('silent')))
  return answerOf(sent, body).catch((error: unknown) => {
    // What was to be sent failed, not the server.
    throw error instanceof GitError ? error : unreachable(url)
  })
}

function answerOf(sent: ClientRequest, body: Buffer | Readable | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    // Also later: what breaks off while it is read, the reader hears of.
    sent.on('error', reject)
    if (body === undefined || Buffer.isBuffer(body)) sent.end(body)
    // A server may answer before it has heard all; then nobody has to hear of the rest.
    else pipeline(body, sent, (error) => (error == null ? undefined : reject(error)))
  })
}

function unreachable(url: URL): Fault {
  return invalidField('url', 'unreachable', `cannot be reached: ${url.hostname} does not answer`)
}
