import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { permit } from '../../features/access/permit.ts'
import { followPipelines } from '../../features/pipelines/follow-pipelines.ts'
import { followThread } from '../../features/threads/follow-thread.ts'
import { answerFault } from '../api/answer-faults.ts'
import { identify } from '../identify.ts'
import { viaOf } from '../via.ts'
import { lastSeenOf } from './last-seen.ts'
import type { NotificationStreams } from './notification-streams.ts'
import { openStream } from './open-stream.ts'
import { type EventFeed, sendEvents } from './send-events.ts'
import { inStreamPlace } from './stream-places.ts'

/** `GET /notifications/stream`: server-sent events for whoever signed in, by cookie or header. */
export function streamDoor(server: FastifyInstance, app: App, streams: NotificationStreams): void {
  void server.register((scope, _options, done) => {
    scope.decorateRequest('apiForm', app.config.API_FORM)
    scope.setErrorHandler((error, request, reply) => answerFault(app, error, request, reply))
    scope.get('/notifications/stream', async (request, reply) => {
      const { actor } = await identify(app, request, viaOf(request, 'api'), true)
      const person = permit(actor, 'session', null)
      const lastSeen = lastSeenOf(request)
      const out = await openStream(reply)
      if (request.method === 'HEAD') out.end()
      else await streams.open(person, out, lastSeen)
    })
    scope.get('/notifications/live/:owner/:repo', async (request, reply) => {
      const { actor } = await identify(app, request, viaOf(request, 'api'), true)
      const news = await newsOf(app, actor, request)
      return inStreamPlace(app, actor, () => sendEvents(app, request, reply, news))
    })
    done()
  })
}

/**
 * `GET /notifications/live/ada/anvil?issue=12`, or `?pull=12`, or `?ci`: says that a page is old by now, never what is
 * new. Whoever hears it looks again, with the rights that they have then.
 */
async function newsOf(app: App, actor: Actor, request: FastifyRequest): Promise<EventFeed> {
  const { owner, repo } = textsIn(request.params)
  const { issue, pull } = textsIn(request.query)
  const ref = { owner: owner ?? '', repo: repo ?? '' }
  const kind = pull === undefined ? 'issue' : 'pull'
  const number = pull ?? issue
  const follow =
    number === undefined
      ? await followPipelines(app, actor, ref)
      : await followThread(app, actor, { ...ref, kind, number })
  return async function* feed({ signal }) {
    for await (const event of follow(signal)) yield { event, data: {} }
  }
}

function textsIn(values: unknown): Readonly<Record<string, string | undefined>> {
  const texts = Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
