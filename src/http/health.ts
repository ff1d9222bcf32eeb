import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { isDatabaseAway } from '../core/database-away.ts'
import { Fault } from '../core/errors.ts'
import { permit } from '../features/access/permit.ts'
import { countWaiting } from '../features/admin/count-waiting.ts'
import { sameText } from '../secrets/token-text.ts'
import { identify } from './identify.ts'
import type { Metrics } from './metrics.ts'
import type { NotificationStreams } from './sse/notification-streams.ts'
import { viaOf } from './via.ts'
import { healthChecks } from './why-unhealthy.ts'

export type Phase = 'starting' | 'serving' | 'draining'

interface Watched {
  readonly metrics: Metrics
  readonly phase: () => Phase
  readonly streams: NotificationStreams
}

/** Until what a crash left is mended, nobody is served. */
export function refuseWhileStarting(server: FastifyInstance, phase: () => Phase): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const isEarly = phase() === 'starting' && request.routeOptions.url !== '/healthz'
    done(
      isEarly
        ? new Fault('unavailable', 'Stithy is starting: try again in a moment', { code: 'INTERNAL_ERROR' })
        : undefined,
    )
  })
}

/** For load balancers and monitoring. Healthy means able to serve: database and repositories within reach. */
export function health(server: FastifyInstance, app: App, { metrics, phase, streams }: Watched): void {
  const whyUnhealthy = healthChecks(app)
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const now = phase()
    if (now !== 'serving') return reply.code(503).send({ status: now })
    const reason = await whyUnhealthy()
    if (reason === null) return { status: 'ok' }
    app.log.error({ reason }, 'the health check failed')
    return reply.code(503).send({ status: 'unhealthy', reason })
  })

  server.get('/metrics', async (request, reply) => {
    const token = app.config.METRICS_TOKEN
    const given = request.headers.authorization
    const byToken = token !== null && given !== undefined && sameText(given, `Bearer ${token}`)
    if (!byToken) {
      try {
        const { actor } = await identify(app, request, viaOf(request, 'web'), true)
        permit(actor, 'admin', null)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return reply
          .code(error.kind === 'unauthorized' ? 401 : 403)
          .type('text/plain')
          .send(`${error.message}\n`)
      }
    }
    await noteWork(app, metrics)
    metrics.streams.set(streams.count)
    return reply.type(metrics.contentType).send(await metrics.asText())
  })
}

/** Without a database there is nothing to count; what this process has to say of itself is wanted most of all then. */
async function noteWork(app: App, metrics: Metrics): Promise<void> {
  for (const gauge of [metrics.jobs, metrics.pipelines, metrics.deliveries]) gauge.reset()
  try {
    const { jobs, pipelines, deliveries } = await countWaiting(app)
    for (const [state, count] of Object.entries(jobs)) metrics.jobs.set({ state }, count)
    for (const [state, count] of Object.entries(pipelines)) metrics.pipelines.set({ state }, count)
    metrics.deliveries.set({ state: 'waiting' }, deliveries)
    metrics.database.set(1)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    metrics.database.set(0)
  }
}
