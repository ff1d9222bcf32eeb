import { Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformed, tooLarge, tooSlow } from '../core/errors.ts'

/** Slower than any line that people still use, and fast enough that nobody holds us up with a byte a second. */
const pace: Pace = { everyMs: 30_000, bytes: 8 * 1024 }

export interface Pace {
  readonly everyMs: number
  readonly bytes: number
}

export interface Upload {
  /** What the sender says it is. */
  readonly type: string | null
  /** How long they say it is. */
  readonly length?: number | undefined
  readonly stream: Readable
}

/** What comes in chunks does not say. */
export function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/** For a scope whose bodies are bytes of any kind: they are left unread until a handler opens them. */
export function takeUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, ready) => ready(null, payload))
}

/**
 * The body of a request as a stream that fails when it grows too large, comes too slowly or breaks off. Destroying it
 * leaves the connection open, so that the client can be told why.
 */
export function openUpload(request: FastifyRequest, maxBytes: number, slowest: Pace = pace): Readable {
  const { raw } = request
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw malformed('The body must not be compressed')
  if ((lengthOf(request) ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (request.body === undefined) return Readable.from([])
  let total = 0
  let lately = 0
  const upload = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      lately += chunk.length
      done(total > maxBytes ? tooLarge(maxBytes) : null, chunk)
    },
  })
  const watch = setInterval(() => {
    // Where it is our own disk that is slow, they are not to blame.
    if (lately < slowest.bytes && !upload.writableNeedDrain) upload.destroy(tooSlow())
    lately = 0
  }, slowest.everyMs).unref()
  const brokeOff = (): void => {
    if (!raw.complete) upload.destroy(malformed('The body ended too early'))
  }
  raw.once('close', brokeOff).once('error', brokeOff)
  upload.once('close', () => {
    clearInterval(watch)
    raw.off('close', brokeOff)
    raw.unpipe(upload)
    raw.resume()
  })
  // Whoever reads it hears of errors; this is for the time before anybody does.
  upload.on('error', () => undefined)
  return raw.pipe(upload)
}
