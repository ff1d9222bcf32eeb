import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { invalidField } from '../../core/errors.ts'
import { forms, parseForm } from './forms/form.ts'

/** The form is chosen here and nowhere else: by the request's header, else by the deployment. */
export function chooseForm(app: Pick<App, 'config'>, request: FastifyRequest, reply: FastifyReply): void {
  const asked = request.headers['x-api-form']
  const form = typeof asked === 'string' ? parseForm(asked) : app.config.API_FORM
  request.apiForm = form ?? app.config.API_FORM
  reply.header('x-api-version', '1').header('x-api-form', request.apiForm).header('vary', 'X-API-Form')
  if (form === null) throw invalidField('X-API-Form', 'unknown', `must be one of ${forms.join(', ')}`)
}
