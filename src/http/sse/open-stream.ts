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
  // Ends with the connection: what is written to it later is the text alone, in no chunks that somebody has to count.
  out.useChunkedEncodingByDefault = false
  out.shouldKeepAlive = false
  out.writeHead(200, {
    ...Object.fromEntries(known),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies would hold it back until there is enough of it.
    'x-accel-buffering': 'no',
  })
  out.on('error', hungUp)
  const sink = await takeConnection(out)
  sink?.on('error', hungUp)
  return sink ?? out
}

/**
 * Ends the answer, and keeps its connection. To everybody else the request is over: it is logged and measured now, not in
 * hours, and the parser, the request, the answer and all that hangs on them can go. Of the 17 KB that an open answer of
 * Node's takes, 3 are left.
 */
async function takeConnection(out: ServerResponse): Promise<Socket | null> {
  const { socket } = out
  const handle = socket === null || socket instanceof TLSSocket ? null : handleOf(socket)
  if (socket === null || handle === null) {
    out.flushHeaders()
    return null
  }
  const closed = once(socket, 'close')
  // Before Node hears that the answer is over, and closes what it finds.
  out.prependOnceListener('finish', () => Reflect.set(socket, '_handle', null))
  out.end()
  await closed
  // Whoever has hung up before all of the head was written is not heard of again.
  return out.writableFinished ? socketOf(handle) : null
}

/** What the system's connection is to Node: there is no other way to move it from one socket to another. */
function handleOf(socket: Socket): object | null {
  const handle: unknown = Reflect.get(socket, '_handle')
  return typeof handle === 'object' ? handle : null
}

function socketOf(handle: object): Socket {
  const options: object = { handle }
  const socket = new Socket(options)
  // What the reader says, if anything, is thrown away; that they hang up is heard only by whoever reads.
  socket.resume()
  return socket
}

function hungUp(): void {
  // A reader who does is no fault. Without anybody to hear of it, it would end the process.
}
