import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { FastifyReply } from 'fastify'

/** Takes an answer over for server-sent events. */
export async function openStream(reply: FastifyReply): Promise<Writable> {
  reply.hijack()
  const out = reply.raw
  const known = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  // In chunks, though it ends with the connection: some readers wait until a buffer is full where they are not told that a
  // piece is whole, such as Python's requests. HTTP/1.0 does not know them.
  const isChunked = out.req.httpVersionMinor > 0 && out.req.method !== 'HEAD'
  out.useChunkedEncodingByDefault = isChunked
  out.shouldKeepAlive = false
  out.writeHead(200, {
    ...Object.fromEntries(known),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies would hold it back until there is enough of it.
    'x-accel-buffering': 'no',
    ...(isChunked && { 'transfer-encoding': 'chunked' }),
  })
  out.on('error', hungUp)
  const sink = await takeConnection(out, isChunked ? ChunkedSocket : Socket)
  sink?.on('error', hungUp)
  return sink ?? out
}

/**
 * Ends the answer, and keeps its connection. To everybody else the request is over: it is logged and measured now, not in
 * hours, and the parser, the request, the answer and all that hangs on them can go. Of the 17 KB that an open answer of
 * Node's takes, 3 are left.
 */
async function takeConnection(out: ServerResponse, Sink: typeof Socket): Promise<Socket | null> {
  const { socket } = out
  const handle = socket === null || socket instanceof TLSSocket ? null : handleOf(socket)
  if (socket === null || handle === null) {
    out.flushHeaders()
    return null
  }
  const closed = once(socket, 'close')
  // Node would write the last chunk when it ends the answer.
  out.chunkedEncoding = false
  // Before Node hears that the answer is over, and closes what it finds.
  out.prependOnceListener('finish', () => Reflect.set(socket, '_handle', null))
  out.end()
  await closed
  // Whoever has hung up before all of the head was written is not heard of again.
  return out.writableFinished ? socketOf(handle, Sink) : null
}

/** What the system's connection is to Node: there is no other way to move it from one socket to another. */
function handleOf(socket: Socket): object | null {
  const handle: unknown = Reflect.get(socket, '_handle')
  return typeof handle === 'object' ? handle : null
}

function socketOf(handle: object, Sink: typeof Socket): Socket {
  const options: object = { handle }
  const socket = new Sink(options)
  // What the reader says, if anything, is thrown away; that they hang up is heard only by whoever reads.
  socket.resume()
  return socket
}

/** Every text that is written is a chunk. */
class ChunkedSocket extends Socket {
  override write(text: string): boolean {
    return super.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
  }

  override end(): this {
    return this.writableEnded ? this : super.end('0\r\n\r\n')
  }
}

function hungUp(): void {
  // A reader who does is no fault. Without anybody to hear of it, it would end the process.
}
