// Requests made from the routes' own declarations, so that a new route is tested on the day that it is written.
import type { TObject, TSchema } from 'typebox'
import { allRoutes } from '../../src/http/api/all-routes.ts'
import { isByteBody, type Route } from '../../src/http/api/route.ts'
import type { Answer, Client } from './client.ts'
import { sendRaw } from './raw-http.ts'

export type { Route }
export { allRoutes }

/** The schema of a JSON body; nothing where the route takes none. */
export function schemaOf({ body }: Route): TObject | undefined {
  return isByteBody(body) ? undefined : body
}

export const nameOf = (route: Route): string => `${route.method} ${route.path}`

/** For parameters that nobody says anything about: finds nothing, and is well-formed as an id and as a name. */
const nowhere = '01a1dd21-790e-7219-9f52-8260626851c5'

export interface RouteRequest {
  /** Each goes into the path as it is. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  /** JSON text. */
  readonly body?: string
}

/** Calls a route; without a body where it wants one, an empty object is sent, which changes nothing. */
export function call(client: Client, route: Route, { params = {}, query, body }: RouteRequest = {}): Promise<Answer> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? nowhere)
  const type = isByteBody(route.body) ? 'application/octet-stream' : 'application/json'
  const sent = body ?? (schemaOf(route) === undefined ? undefined : '{}')
  return sendRaw(client, {
    method: route.method,
    target: `/api/v1${path}${query === undefined ? '' : `?${query}`}`,
    ...(sent === undefined ? {} : { body: sent, headers: { 'content-type': type } }),
  })
}

export function fieldsOf(schema: TObject | undefined): readonly string[] {
  return schema === undefined ? [] : Object.keys(schema.properties)
}

/** Something of the right kind for every field of a body. */
export function plausible(schema: TObject): Record<string, unknown> {
  const entries = Object.entries<TSchema>(schema.properties)
  return Object.fromEntries(entries.map(([name, one]) => [name, example(one)]))
}

function example(schema: TSchema): unknown {
  switch (Reflect.get(schema, 'type')) {
    case 'string':
      return 'x'
    case 'integer':
      return 1
    case 'boolean':
      return false
    case 'array':
      return []
    default:
      return null
  }
}
