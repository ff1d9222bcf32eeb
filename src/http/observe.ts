import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Metrics } from './metrics.ts'
import type { OpenAnswers } from './open-answers.ts'
import { callerOf } from './via.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path holds a secret: only the route's pattern is logged. */
    secretPath?: boolean
  }
}

const longestPath = 1024
const shortestToken = 32
/** For logs and figures only, by the number that others have made usual for it: nobody is there to be told. */
const hungUp = 499
const tokenLike = new RegExp(`\\w{${shortestToken},}`, 'g')

/** A log line and a measurement for every request. Of the URL only the path is logged: queries carry secrets too often. */
export function observe(
  server: FastifyInstance,
  app: Pick<App, 'log'>,
  { metrics, open }: { readonly metrics: Metrics; readonly open: OpenAnswers },
): void {
  server.addHook('onRequest', (request, reply, done) => {
    metrics.requestBegan()
    reply.header('x-request-id', request.id).header('x-api-version', '1')
    // Known now: of somebody who has hung up nobody can say it any more.
    const began = { at: performance.now(), ip: callerOf(request) }
    const answer = open.add(reply)
    // Comes also where no answer is ever finished, because nobody waits for it any more. One listener for all who want to
    // know: each would cost every request a twentieth of its time.
    reply.raw.on('close', () => {
      open.remove(answer)
      ended(request, reply, began)
    })
    done()
  })

  function ended(request: FastifyRequest, reply: FastifyReply, { at, ip }: { at: number; ip: string }): void {
    metrics.requestEnded()
    // The library puts it together whenever it is asked.
    const matched = request.routeOptions
    const route = matched.url ?? 'unmatched'
    const ms = performance.now() - at
    const status = reply.raw.headersSent ? reply.raw.statusCode : hungUp
    metrics.requestTimes.observe({ method: request.method, route, status }, ms / 1000)
    if (status === 429) metrics.rateLimited.inc()
    const fields = {
      request_id: request.id,
      method: request.method,
      path: pathOf(request, matched),
      status,
      ms: Math.round(ms * 10) / 10,
      ip,
    }
    if (status >= 500) app.log.warn(fields, 'request')
    else app.log.info(fields, 'request')
  }
}

function pathOf(request: FastifyRequest, { url, config }: FastifyRequest['routeOptions']): string {
  if (config.secretPath === true) return url ?? 'secret'
  const query = request.url.indexOf('?')
  const path = request.url.slice(0, Math.min(query < 0 ? request.url.length : query, longestPath))
  return path.length < shortestToken ? path : path.replaceAll(tokenLike, maskToken)
}

/** A link with a slash too many or a token in a wrong place belongs to no route that could say so. Commits' ids stay. */
function maskToken(text: string): string {
  return /^[0-9a-f]+$/.test(text) ? text : '***'
}
