import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes an answer over for server-sent events. */
export function openStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const out = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) out.setHeader(name, value)
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies would hold it back until there is enough of it.
    'x-accel-buffering': 'no',
  })
  out.flushHeaders()
  return out
}
