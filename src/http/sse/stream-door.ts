import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { permit } from '../../features/access/permit.ts'
import { answerFault } from '../api/answer-faults.ts'
import { identify } from '../identify.ts'
import { viaOf } from '../via.ts'
import type { NotificationStreams } from './notification-streams.ts'

/** `GET /notifications/stream`: server-sent events for whoever signed in, by cookie or header. */
export function streamDoor(server: FastifyInstance, app: App, streams: NotificationStreams): void {
  void server.register((scope, _options, done) => {
    scope.decorateRequest('apiForm', app.config.API_FORM)
    scope.setErrorHandler((error, request, reply) => answerFault(app, error, request, reply))
    scope.get('/notifications/stream', async (request, reply) => {
      const { actor } = await identify(app, request, viaOf(request, 'api'), true)
      const person = permit(actor, 'session', null)
      const lastSeen = lastSeenOf(request)
      const out = openStream(reply)
      await streams.open(person, out, lastSeen)
    })
    done()
  })
}

function openStream(reply: FastifyReply) {
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

/** Anything that is no number of ours begins anew. */
function lastSeenOf(request: FastifyRequest): number | null {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,10}$/.test(header) ? Number(header) : null
}
