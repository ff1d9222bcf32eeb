import { access, constants } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { Fault } from '../core/errors.ts'
import { permit } from '../features/access/permit.ts'
import { countAllJobs } from '../features/admin/jobs.ts'
import { repositoriesRoot } from '../features/lifecycle/owner-directory.ts'
import { sameText } from '../secrets/token-text.ts'
import { identify } from './identify.ts'
import type { Metrics } from './metrics.ts'
import { viaOf } from './via.ts'

export type Phase = 'starting' | 'serving' | 'draining'

/** For load balancers and monitoring. Healthy means able to serve: database and repositories within reach. */
export function health(server: FastifyInstance, app: App, metrics: Metrics, phase: () => Phase): void {
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const now = phase()
    if (now !== 'serving') return reply.code(503).send({ status: now })
    try {
      await Promise.all([app.db.ping(), access(repositoriesRoot(app.config), constants.R_OK | constants.W_OK)])
      return { status: 'ok' }
    } catch (error) {
      app.log.error({ error: String(error) }, 'the health check failed')
      return reply.code(503).send({ status: 'unhealthy' })
    }
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
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
