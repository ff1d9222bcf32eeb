import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const sweepEvery = 100
/** How long a connection that was opened in advance may still ask something, and be told that we are going. */
const silenceMs = 2000
/** How long a request may stop in the middle of its body. */
const stallMs = 5000

export interface Drain {
  /**
   * Until everything that is asked by now was answered. Whoever comes meanwhile is served, and can read at `/healthz` that
   * we are going: a load balancer needs a moment to see it.
   */
  answered(): Promise<void>
  /** Called when the closing begins. */
  close(): void
}

/**
 * A closing server waits for all its connections, and Node takes three kinds for busy that we need not wait for: one
 * that was kept alive by an answer after the closing began, one on which nothing, or half a header, was sent yet, and
 * one whose request has stopped in the middle of its body. Clients keep all of them open for minutes: they are ended.
 */
export function drainConnections(server: Server): Drain {
  /** Answers leave a connection in the order in which they were asked for: with the last of them, all have. */
  const latest = new Map<Socket, ServerResponse | null>()
  server.on('connection', (socket) => {
    latest.set(socket, null)
    socket.once('close', () => latest.delete(socket))
  })
  server.on('request', (request, response) => {
    latest.set(request.socket, response)
  })
  const endStalled = (): (() => void) => {
    const progress = new Map<Socket, Progress>()
    return () => {
      for (const [socket, response] of latest) if (hasStalled(progress, socket, response?.req)) socket.destroy()
    }
  }
  return {
    answered: async () => {
      const asked = [...latest].flatMap(([socket, response]) =>
        // Of an answer that waited behind others when its connection was cut off, Node never says that it is over.
        response === null || response.closed ? [] : [Promise.race([once(response, 'close'), once(socket, 'close')])],
      )
      const sweeps = setInterval(endStalled(), sweepEvery)
      await Promise.all(asked)
      clearInterval(sweeps)
    },
    close: () => {
      const sweep = endStalled()
      const sweeps = setInterval(() => {
        server.closeIdleConnections()
        sweep()
      }, sweepEvery).unref()
      server.once('close', () => clearInterval(sweeps))
      setTimeout(() => {
        for (const [socket, response] of latest) if (response === null) socket.destroy()
      }, silenceMs).unref()
    },
  }
}

interface Progress {
  readonly bytes: number
  readonly at: number
}

/** Nothing has come for a while although we would take it: what has come and waits to be read is our own slowness. */
function hasStalled(progress: Map<Socket, Progress>, socket: Socket, request: IncomingMessage | undefined): boolean {
  const now = performance.now()
  const before = progress.get(socket)
  const waits = request !== undefined && !request.complete && request.readableLength === 0
  if (!waits || before === undefined || before.bytes !== socket.bytesRead) {
    progress.set(socket, { bytes: socket.bytesRead, at: now })
    return false
  }
  return now - before.at > stallMs
}
