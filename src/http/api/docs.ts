import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import type { App } from '../../app.ts'
import { allRoutes } from './all-routes.ts'
import { type Form, parseForm } from './forms/form.ts'
import { openApi } from './openapi.ts'

/** The raw API description, of the form that the query or the header asks for, else of the deployment's own. */
export function docs(server: FastifyInstance, app: Pick<App, 'config'>): void {
  const written = new Map<Form, string>()
  server.get('/api/docs/openapi.yaml', (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>
    const asked = query['form'] ?? request.headers['x-api-form']
    const form = (typeof asked === 'string' ? parseForm(asked) : null) ?? app.config.API_FORM
    const text = written.get(form) ?? stringify(openApi(app.config, allRoutes, form), { aliasDuplicateObjects: false })
    written.set(form, text)
    return reply
      .header('x-api-form', form)
      .header('vary', 'X-API-Form')
      .header('cache-control', 'no-cache')
      .type('application/yaml; charset=utf-8')
      .send(text)
  })
}
