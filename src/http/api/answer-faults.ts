import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { toFault } from '../to-fault.ts'
import { presentFault, statusOf } from './forms/errors.ts'

/** The one place that turns what went wrong into an answer of the API. */
export function answerFault(
  app: Pick<App, 'config' | 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const form = request.apiForm ?? app.config.API_FORM
  const fault = toFault(app, error, request)
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
  if (fault.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="Stithy"')
  return reply
    .code(statusOf(form, fault))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(presentFault(form, fault, request.id)))
}
