import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepEvery = 100
/** How long a connection that was opened in advance may still ask something, and be told that we are going. */
const silenceMs = 2000

/**
 * A closing server waits for all its connections, and Node takes two kinds for busy that hold no request: one that was
 * kept alive by an answer after the closing began, and one on which nothing, or half a header, was sent yet. Clients
 * keep both open for minutes. The function returned ends them; it is called when the closing begins.
 */
export function drainConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', (request) => unused.delete(request.socket))
  return () => {
    setInterval(() => server.closeIdleConnections(), sweepEvery).unref()
    setTimeout(() => unused.forEach((socket) => socket.destroy()), silenceMs).unref()
  }
}
