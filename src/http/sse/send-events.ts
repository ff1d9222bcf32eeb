import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { lastSeenOf } from './last-seen.ts'
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
export async function sendEvents(
  app: Pick<App, 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  feed: EventFeed,
): Promise<FastifyReply> {
  const lastSeen = lastSeenOf(request) ?? 0
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
    if (!gone.signal.aborted) app.log.warn({ error: String(error), request_id: request.id }, 'a stream broke')
  } finally {
    clearInterval(heartbeat)
    out.end()
  }
  return reply
}
