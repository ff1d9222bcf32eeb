import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Credentials, queryText, sha256, signRequest } from './sign-request.ts'

export interface Endpoint {
  readonly url: URL
  readonly bucket: string
  readonly credentials: Credentials
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: S3Body
}

/** A body that can be sent again: nothing of it is kept in memory. */
export interface S3Body {
  readonly size: number
  readonly sha256: string
  open(): Readable
}

/** The storage has answered, and not what was wanted. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly status: number

  constructor(status: number, text: string) {
    const code = /<Code>([^<]{1,100})/.exec(text)?.[1] ?? 'no code'
    const message = /<Message>([^<]{1,500})/.exec(text)?.[1] ?? ''
    super(`The object storage answered ${status} (${code}) ${message}`.trim())
    this.status = status
  }
}

const tries = 4
const firstPauseMs = 150
/** How long it may be silent. */
export const silenceMs = 30_000
const mostText = 4 * 1024 * 1024
const passing = new Set([408, 429, 500, 502, 503, 504])

/** Sends requests to one bucket, by paths (`/bucket/key`), and again where a failure may have been a passing one. */
export class S3Caller {
  readonly #endpoint: Endpoint
  readonly #agent: PlainAgent

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
    const options = { keepAlive: true, maxSockets: 64 }
    this.#agent = endpoint.url.protocol === 'https:' ? new SecureAgent(options) : new PlainAgent(options)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** An answer that says yes, its body still to be read. Throws `S3Refusal` for any other. */
  async call(request: S3Request): Promise<IncomingMessage> {
    for (let left = tries - 1, wait = firstPauseMs; ; left -= 1, wait *= 3) {
      try {
        const answer = await this.#callOnce(request)
        const status = answer.statusCode ?? 0
        if (status >= 200 && status < 300) return answer
        throw new S3Refusal(status, await textOf(answer))
      } catch (error) {
        const mayPass = !(error instanceof S3Refusal) || passing.has(error.status)
        if (left === 0 || !mayPass) throw error
        await pause(wait * (0.5 + Math.random()))
      }
    }
  }

  /** For answers that are short texts. */
  async ask(request: S3Request): Promise<string> {
    return textOf(await this.call(request))
  }

  async #callOnce({ method, key, query = {}, headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const { url, bucket, credentials } = this.#endpoint
    const path = key === '' ? `/${bucket}` : `/${bucket}/${key}`
    const bodyHash = body?.sha256 ?? sha256('')
    const sized = { ...headers, 'content-length': String(body?.size ?? 0) }
    const signed = signRequest(
      { method, host: url.host, path, query, headers: sized, bodyHash, at: new Date() },
      credentials,
    )
    const start = url.protocol === 'https:' ? secureRequest : plainRequest
    const asked = queryText(query)
    const options = { method, headers: signed, agent: this.#agent, path: asked === '' ? path : `${path}?${asked}` }
    const sent = start(url, options)
    sent.setTimeout(silenceMs, () => sent.destroy(new Error('The object storage does not answer')))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve)
      sent.once('error', reject)
    })
    // An early refusal cuts the upload short: the answer says why.
    const uploading = body === undefined ? Promise.resolve(sent.end()) : pipeline(body.open(), sent)
    uploading.catch(() => undefined)
    const answer = await answered
    // From here on whoever reads looks at the clock: a reader that takes its time is no silence of the storage.
    sent.setTimeout(0)
    return answer
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => answer.destroy(new Error('The object storage went silent')), silenceMs)
  try {
    for await (const chunk of answer) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > mostText) throw new Error('The object storage says too much')
      chunks.push(bytes)
    }
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
