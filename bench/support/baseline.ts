import { join } from 'node:path'
import { freePort, type ServerProcess, startServer } from './process.ts'

export interface BareAnswer {
  readonly route: string
  readonly body: string
  readonly contentType: string
}

const healthy = { route: '/healthz', body: '{"status":"ok"}', contentType: 'application/json; charset=utf-8' }

/** A bare Fastify on the same Node, in a process of its own. */
export async function startBaseline(folder: string, answer: BareAnswer = healthy): Promise<ServerProcess> {
  const port = await freePort()
  return startServer({
    args: [join(import.meta.dirname, 'bare-fastify.ts')],
    env: { PORT: String(port), ROUTE: answer.route, ANSWER: answer.body, CONTENT_TYPE: answer.contentType },
    port,
    path: answer.route,
    logFile: join(folder, 'baseline.log'),
  })
}
