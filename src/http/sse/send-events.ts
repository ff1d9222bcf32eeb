import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openStream } from './open-stream.ts'

export interface StreamedEvent {
  /** By which a reader who comes back says how far they got. */
  readonly id?: number
  readonly event?: string
  readonly data: object
}

/** What is to be sent, as it comes; ends by itself, or when the reader has gone. */
export type EventFeed = (reader: {
  readonly lastSeen: number
  readonly signal: AbortSignal
}) => AsyncIterable<StreamedEvent>

const heartbeatMs = 25_000

/** Sends events at the pace at which they are read: nothing piles up here for a reader who is slow. */
export async function sendEvents(request: FastifyRequest, reply: FastifyReply, feed: EventFeed): Promise<FastifyReply> {
  const lastSeen = lastSeenOf(request)
  const out = await openStream(reply)
  if (request.method === 'HEAD') {
    out.end()
    return reply
  }
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  if (out.destroyed) gone.abort()
  const heartbeat = setInterval(() => out.write(': still here\n\n'), heartbeatMs)
  try {
    for await (const { id, event, data } of feed({ lastSeen, signal: gone.signal })) {
      const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`
      if (!out.write(`${head}data: ${JSON.stringify(data)}\n\n`)) await once(out, 'drain', { signal: gone.signal })
    }
  } catch (error) {
    if (!gone.signal.aborted) request.log.warn({ error: String(error) }, 'a stream broke')
  } finally {
    clearInterval(heartbeat)
    out.end()
  }
  return reply
}

/** Anything that is no number of ours begins anew. */
function lastSeenOf(request: FastifyRequest): number {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,10}$/.test(header) ? Number(header) : 0
}
