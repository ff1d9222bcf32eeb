import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { permit } from '../../features/access/permit.ts'
import { answerFault } from '../api/answer-faults.ts'
import { identify } from '../identify.ts'
import { viaOf } from '../via.ts'
import type { NotificationStreams } from './notification-streams.ts'
import { openStream } from './open-stream.ts'

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

/** Anything that is no number of ours begins anew. */
function lastSeenOf(request: FastifyRequest): number | null {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,10}$/.test(header) ? Number(header) : null
}
