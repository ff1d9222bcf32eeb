import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepEvery = 100
/** How long a connection that was opened in advance may still ask something, and be told that we are going. */
const silenceMs = 2000
/** How long a request may stop in the middle of its body. */
const stallMs = 5000

/**
 * A closing server waits for all its connections, and Node takes three kinds for busy that we need not wait for: one
 * that was kept alive by an answer after the closing began, one on which nothing, or half a header, was sent yet, and
 * one whose request has stopped in the middle of its body. Clients keep all of them open for minutes. The function
 * returned ends them; it is called when the closing begins.
 */
export function drainConnections(server: Server): () => void {
  const latest = new Map<Socket, IncomingMessage | null>()
  server.on('connection', (socket) => {
    latest.set(socket, null)
    socket.once('close', () => latest.delete(socket))
  })
  server.on('request', (request) => latest.set(request.socket, request))
  return () => {
    const progress = new Map<Socket, Progress>()
    const sweeps = setInterval(() => {
      server.closeIdleConnections()
      for (const [socket, request] of latest) if (hasStalled(progress, socket, request)) socket.destroy()
    }, sweepEvery).unref()
    server.once('close', () => clearInterval(sweeps))
    setTimeout(() => {
      for (const [socket, request] of latest) if (request === null) socket.destroy()
    }, silenceMs).unref()
  }
}

interface Progress {
  readonly bytes: number
  readonly at: number
}

/** Nothing has come for a while although we would take it: what has come and waits to be read is our own slowness. */
function hasStalled(progress: Map<Socket, Progress>, socket: Socket, request: IncomingMessage | null): boolean {
  const now = performance.now()
  const before = progress.get(socket)
  const waits = request !== null && !request.complete && request.readableLength === 0
  if (!waits || before === undefined || before.bytes !== socket.bytesRead) {
    progress.set(socket, { bytes: socket.bytesRead, at: now })
    return false
  }
  return now - before.at > stallMs
}
