import type { TObject, TSchema } from 'typebox'
import type { Config } from '../../config.ts'
import { sessionCookieName } from '../session-cookie.ts'
import { apiPrefix } from './api.ts'
import { errorSchema } from './forms/errors.ts'
import type { Form } from './forms/form.ts'
import { lastPage } from './forms/paging.ts'
import { resources } from './forms/resources.ts'
import { openApiWebhooks } from './openapi-webhooks.ts'
import { isByteBody, type Output, type Route, usualPageSize } from './route.ts'

/** The OpenAPI 3.1 document of one form, made from the routes' own declarations. */
export function openApi(config: Config, routes: readonly Route[], form: Form): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const methods = (paths[route.path] ??= {})
    methods[route.method.toLowerCase()] = operation(route, form)
  }
  const schemas: Record<string, object> = { Error: errorSchema[form] }
  for (const [name, presentation] of Object.entries(resources)) schemas[schemaName(name)] = presentation[form].schema
  return {
    openapi: '3.1.0',
    info: {
      title: `Stithy REST API, Form ${form}`,
      version: '1',
      description: about[form],
    },
    servers: [{ url: config.BASE_URL + apiPrefix }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    webhooks: openApiWebhooks(config.API_FORM),
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, or a personal access token (svc_pat_…)',
        },
        ...(form === 'B' ? { cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config) } } : {}),
      },
    },
  }
}

const about: Record<Form, string> = {
  A: 'Lists are bare arrays; counts are in the headers X-Total-Count, X-Page and X-Per-Page. Ids are integers; those of pipelines, their jobs and webhook deliveries are UUIDs. Choose this form with the header `X-API-Form: A`.',
  B: 'Lists are envelopes with items, total, page and per_page. Ids are UUIDs. Choose this form with the header `X-API-Form: B`.',
}

function operation(route: Route, form: Form): object {
  // 401 and 403 where nobody has to sign in, too: signing in itself is refused with them.
  const failures = ['400', ...(form === 'A' ? ['422'] : []), '401', '403', '429', '431', '500']
  const conflicts = [...(route.method === 'GET' ? [] : ['409']), ...(route.current === undefined ? [] : ['412'])]
  const tooLarge = route.body === undefined ? [] : isByteBody(route.body) ? ['408', '413'] : ['413']
  const behind = route.output.kind === 'bytes' && route.output.parts ? ['416'] : []
  const missing = route.path.includes('{') ? ['404'] : []
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: rightText(route),
    security: securityOf(route, form),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...(route.output.kind === 'list' || route.output.kind === 'either'
        ? pageParameters(form, usualPageSize(route.output))
        : []),
      ...(route.current === undefined ? [] : [ifMatch]),
    ],
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route.body) }),
    responses: {
      ...Object.fromEntries(successesOf(route.output).map((code) => [String(code), success(route.output, form)])),
      ...(route.output.kind === 'bytes' && route.output.parts ? { '206': part(route.output) } : {}),
      ...(route.output.kind === 'bytes' || route.remembers === true ? { '304': unchanged } : {}),
      ...Object.fromEntries(
        [...failures, ...missing, ...conflicts, ...tooLarge, ...behind].toSorted().map((code) => [code, failure(code)]),
      ),
    },
  }
}

/** Where every field may be left out, so may the body. */
function bodyOf(body: NonNullable<Route['body']>): object {
  return isByteBody(body)
    ? { required: true, content: { 'application/octet-stream': {} } }
    : { required: (body.required ?? []).length > 0, content: { 'application/json': { schema: body } } }
}

const unchanged = { description: 'Not changed since the ETag in If-None-Match' }

/** OpenAPI 3.1: bytes of a type have no schema. */
function part({ media }: Extract<Output, { kind: 'bytes' }>): object {
  return { description: 'The part that Range asked for', content: { [media]: {} } }
}

function successesOf(output: Output): readonly number[] {
  if (output.kind === 'saved') return [200, 201]
  return ['status' in output ? output.status : 200]
}

function success(output: Output, form: Form): object {
  if (output.kind === 'nothing') return output.status === 202 ? accepted : { description: 'Done' }
  if (output.kind === 'bytes') return { description: 'The file', content: { [output.media]: {} } }
  if (output.kind === 'events') return { description: 'Server-sent events', content: { 'text/event-stream': {} } }
  if (output.kind === 'either') {
    const schema = { anyOf: [schemaOf(output.one), listSchema(form, schemaOf(output.list))] }
    return { description: 'Success', content: { 'application/json': { schema } } }
  }
  const item = schemaOf(output.resource)
  const shape = output.kind === 'list' && output.envelope === true ? 'B' : form
  const schema = output.kind === 'list' ? listSchema(shape, item) : item
  const headers = output.kind === 'list' ? { headers: pageHeaderSchemas } : {}
  return { description: 'Success', ...headers, content: { 'application/json': { schema } } }
}

const accepted = { description: 'Accepted', content: { 'application/json': { schema: { type: 'object' } } } }

function listSchema(form: Form, item: object): object {
  if (form === 'A') return { type: 'array', items: item }
  const count = { type: 'integer' }
  return {
    type: 'object',
    required: ['items', 'total', 'page', 'per_page'],
    properties: { items: { type: 'array', items: item }, total: count, page: count, per_page: count },
  }
}

const integerHeader = { schema: { type: 'integer' } }
const pageHeaderSchemas = {
  'X-Total-Count': integerHeader,
  'X-Page': integerHeader,
  'X-Per-Page': integerHeader,
  Link: {
    schema: { type: 'string' },
    required: false,
    description: 'RFC 8288: first, prev, next, last. Left out where the address is longer than 2,000 characters.',
  },
}

function failure(code: string): object {
  return {
    description: failureTexts[code] ?? 'Failure',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

const failureTexts: Readonly<Record<string, string>> = {
  '400': 'Not JSON, or not valid',
  '401': 'Token missing, expired or invalid',
  '403': 'Not allowed, or a scope is missing',
  '404': 'Missing, or not visible to the caller',
  '408': 'The body came too slowly',
  '409': 'Conflict with what is there',
  '412': 'Changed since the ETag in If-Match',
  '413': 'The body is too large',
  '416': 'The range lies behind the end',
  '422': 'Not valid; details say which field and why',
  '429': 'Rate limit reached; Retry-After says for how many seconds',
  '431': 'The address or the headers are too large',
  '500': 'A fault of ours; it was logged under the request id',
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that GET gave: what others have changed since is not overwritten (412)',
  schema: { type: 'string' },
}

function pageParameters(form: Form, usual?: number): object[] {
  const size = form === 'A' ? { name: 'limit', default: usual ?? 20 } : { name: 'per_page', default: usual ?? 30 }
  return [
    { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: lastPage, default: 1 } },
    { name: size.name, in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: size.default } },
  ]
}

function parameters(place: 'path' | 'query', schema: TObject | undefined): object[] {
  if (schema === undefined) return []
  const required = new Set(schema.required)
  return Object.entries<TSchema>(schema.properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: one,
  }))
}

function securityOf(route: Route, form: Form): object[] {
  if (route.right === 'public') return []
  const ways: object[] = [{ token: [] }, ...(form === 'B' ? [{ cookie: [] }] : [])]
  return route.right === 'anyone' ? [{}, ...ways] : ways
}

function rightText(route: Route): string {
  const texts = {
    public: 'Needs no credentials.',
    anyone: 'Open to strangers, who see what is public.',
    user: 'Needs a session or a personal access token.',
    session: 'Needs a session: a personal access token gets 403.',
    admin: 'Needs the session of an administrator.',
  }
  const scope = route.scope === null ? '' : ` Scope: \`${route.scope}\`.`
  const role = route.role === undefined ? '' : ` Role: ${route.role}.`
  return texts[route.right] + scope + role
}

function schemaOf(resource: string): object {
  return { $ref: `#/components/schemas/${schemaName(resource)}` }
}

function operationId(route: Route): string {
  const words = route.path.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '')
  return [route.method.toLowerCase(), ...words].join('_')
}

function schemaName(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1)
}
