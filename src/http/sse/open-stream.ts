import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes an answer over for server-sent events. */
export function openStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const out = reply.raw
  const known = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  // All at once: headers that are set one by one are kept for as long as the stream is open.
  out.writeHead(200, {
    ...Object.fromEntries(known),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies would hold it back until there is enough of it.
    'x-accel-buffering': 'no',
  })
  out.flushHeaders()
  letGo(out)
  return out
}

/**
 * To the framework the request is answered: it is logged and measured now, not in hours, and all that it knows of it can
 * go. Of thousands of streams that is a third of what they take.
 */
function letGo(out: ServerResponse): void {
  // A reader who hangs up is no fault.
  out.on('error', () => undefined)
  for (const listener of out.listeners('finish')) if (listener.name === 'onResFinished') listener.call(out)
  // Their token among them.
  out.req.headers = {}
  out.req.rawHeaders = []
}
