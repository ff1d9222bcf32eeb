import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unsatisfiableRange } from '../core/errors.ts'
import { type ByteRange, parseRange } from './byte-range.ts'
import { isKnown } from './entity-tag.ts'

/** Something to send as it is. Nothing is opened before it is certain that its bytes are wanted. */
export interface Bytes {
  /** The Content-Type. */
  readonly type: string
  /** Sent as Content-Length where it is known beforehand. */
  readonly size?: number
  /** A name of exactly these bytes, without quotes: whoever has them already is told so. */
  readonly etag?: string
  /** The name to keep it under: sent as a download, never shown. */
  readonly fileName?: string
  /** More, and other values for those that are always sent. */
  readonly headers?: Readonly<Record<string, string>>
  /** `open` can begin and end in the middle: Range requests work. Needs `size`. */
  readonly parts?: true
  open(part: ByteRange | null): Readable | Promise<Readable>
}

/** Whatever the bytes are, a browser that opens them runs nothing and asks for nothing. */
const always = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // Kept by whoever asked, and asked for again each time: rights may have changed.
  'cache-control': 'private, no-cache',
}

/**
 * Streams. What fails before the first byte is an error like any other; later, the connection breaks off, so that
 * nobody takes a part for the whole. A client that hangs up ends the stream (the framework sees to it).
 */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): Promise<FastifyReply> {
  const part = partOf(request, reply, bytes)
  const length = part === null ? bytes.size : part.end - part.start + 1
  const fresh = bytes.etag !== undefined && isKnown(request, `"${bytes.etag}"`)
  const stream = fresh || request.method === 'HEAD' ? Readable.from([]) : await begun(reply, await bytes.open(part))
  reply.headers({ ...always, ...bytes.headers }).type(bytes.type)
  if (bytes.etag !== undefined) reply.header('etag', `"${bytes.etag}"`)
  if (bytes.fileName !== undefined) reply.header('content-disposition', attachment(bytes.fileName))
  if (bytes.parts === true) reply.header('accept-ranges', 'bytes')
  if (fresh) return reply.code(304).send()
  if (length !== undefined) reply.header('content-length', length)
  if (part !== null) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${bytes.size}`)
  return reply.send(stream)
}

function partOf(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): ByteRange | null {
  if (bytes.parts !== true || bytes.size === undefined || request.method !== 'GET') return null
  const condition = request.headers['if-range']
  // What they have a part of is not what is here any more: they get the whole.
  if (condition !== undefined && condition !== `"${bytes.etag}"`) return null
  const part = parseRange(request.headers.range, bytes.size)
  if (part !== 'behind') return part
  reply.header('content-range', `bytes */${bytes.size}`)
  throw unsatisfiableRange()
}

/**
 * Waits until the stream has something to say: its first bytes, its end, or that it cannot. A client that hangs up before
 * that ends it too.
 */
function begun(reply: FastifyReply, stream: Readable): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const leave = (): void => void stream.destroy()
    const settle = (): void => {
      stream.off('readable', settle).off('end', settle).off('error', fail).off('close', settle)
      reply.raw.off('close', leave)
      // Nobody is there any more who could be told that it broke off.
      resolve(reply.raw.destroyed ? Readable.from([]) : stream)
    }
    const fail = (error: Error): void => {
      stream.off('readable', settle).off('end', settle).off('close', settle)
      reply.raw.off('close', leave)
      reject(error)
    }
    stream.once('readable', settle).once('end', settle).once('close', settle).once('error', fail)
    if (reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
  })
}

/** RFC 6266: plain letters for old clients, the whole name for all others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.()+ -]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
