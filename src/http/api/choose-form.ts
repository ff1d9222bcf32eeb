import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { invalidField } from '../../core/errors.ts'
import { takeOne } from '../rate-limit.ts'
import { dataPolicy } from '../security-headers.ts'
import { viaOf } from '../via.ts'
import { forms, parseForm } from './forms/form.ts'

/** The form is chosen here and nowhere else: by the request's header, else by the deployment. */
export function chooseForm(
  app: Pick<App, 'config' | 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const asked = request.headers['x-api-form']
  const form = typeof asked === 'string' ? parseForm(asked) : app.config.API_FORM
  request.apiForm = form ?? app.config.API_FORM
  reply.header('x-api-form', request.apiForm).header('vary', 'X-API-Form').header('content-security-policy', dataPolicy)
  if (form !== null) done()
  else void refuse(app, request, reply, done)
}

/** Nobody gets as far as being identified: it counts like any other stranger's request. */
async function refuse(
  app: Pick<App, 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error: Error) => void,
): Promise<void> {
  try {
    await takeOne(app, 'api', { kind: 'anonymous', via: viaOf(request, 'api') }, reply)
    done(invalidField('X-API-Form', 'unknown', `must be one of ${forms.join(', ')}`))
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}
