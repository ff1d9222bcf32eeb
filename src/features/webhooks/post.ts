import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { ToldFailure } from './failure-in-words.ts'
import { findReachable, hostOf, lookupOf, type Resolve } from './reach.ts'

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allowedHosts: readonly string[]
  readonly timeoutMs: number
  /** Of names; the system's where none is given. */
  readonly resolve?: Resolve
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of it. */
  readonly body: string
}

const mostAnswerBytes = 65_536

/**
 * Sends a body to a receiver outside and reads the beginning of its answer. Connects to an address that was checked,
 * follows no redirect, keeps no connection, and is over when its time is.
 */
export async function post({
  url: text,
  headers,
  body,
  allowedHosts,
  timeoutMs,
  resolve: names,
}: Post): Promise<Answer> {
  const url = new URL(text)
  const signal = AbortSignal.timeout(timeoutMs)
  const found = await within(signal, findReachable(url, allowedHosts, names))
  const start = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise<Answer>((resolve, reject) => {
    const sent = start(
      {
        // The certificate and the Host header are the name's; the connection is to the address.
        host: hostOf(url),
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, Host: url.host, 'Content-Length': String(Buffer.byteLength(body)) },
        agent: false,
        signal,
        lookup: lookupOf(found),
      },
      (answer) => void readAnswer(answer, signal).then(resolve, reject),
    )
    sent.on('error', (error) => reject(signal.aborted ? timedOut(timeoutMs) : error))
    sent.end(body)
  })
}

async function readAnswer(answer: IncomingMessage, signal: AbortSignal): Promise<Answer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of answer) {
      const bytes = part as Buffer
      parts.push(bytes.subarray(0, mostAnswerBytes - size))
      size += bytes.length
      if (size >= mostAnswerBytes) break
    }
  } catch (error) {
    // The status is what counts: a receiver that hangs up while it talks has answered all the same.
    if (signal.aborted) throw timedOut(null)
    if (answer.statusCode === undefined) throw error
  } finally {
    answer.destroy()
  }
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(parts).toString('utf8'),
  }
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(timedOut(null)), { once: true })
    }),
  ])
}

function timedOut(ms: number | null): Error {
  return new ToldFailure(
    ms === null ? 'The receiver took too long' : `The receiver did not answer within ${ms / 1000} s`,
  )
}
