import { access, constants, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { Fault } from '../core/errors.ts'
import { permit } from '../features/access/permit.ts'
import { countAllJobs } from '../features/admin/jobs.ts'
import { repositoriesRoot } from '../features/lifecycle/owner-directory.ts'
import { sameText } from '../secrets/token-text.ts'
import { whyNoRoom } from './disk-room.ts'
import { identify } from './identify.ts'
import type { Metrics } from './metrics.ts'
import type { NotificationStreams } from './sse/notification-streams.ts'
import { viaOf } from './via.ts'

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
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const now = phase()
    if (now !== 'serving') return reply.code(503).send({ status: now })
    const reason = await whyUnhealthy(app)
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
    for (const [state, count] of Object.entries(await countAllJobs(app))) metrics.jobs.set({ state }, count)
    metrics.streams.set(streams.count)
    return reply.type(metrics.contentType).send(await metrics.asText())
  })
}

async function whyUnhealthy(app: App): Promise<string | null> {
  const checks = [
    app.db.ping().then(nothingWrong, because(app, 'the database cannot be reached')),
    access(repositoriesRoot(app.config), constants.R_OK | constants.W_OK).then(
      nothingWrong,
      because(app, 'the repositories cannot be reached'),
    ),
    statfs(app.config.DATA_DIR).then(whyNoRoom, because(app, 'the data directory cannot be reached')),
  ]
  return (await Promise.all(checks)).find((reason) => reason !== null) ?? null
}

function nothingWrong(): null {
  return null
}

/** The reason is for everybody to read; what the system said of it is for the log. */
function because(app: App, reason: string): (error: unknown) => string {
  return (error) => {
    app.log.error({ error: String(error) }, reason)
    return reason
  }
}
