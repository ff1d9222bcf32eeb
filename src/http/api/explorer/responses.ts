import { nameOf, type Response, resolve, type Schema, type Schemas } from './document.ts'
import { type ApiField, fieldsOf, typeOf } from './fields.ts'

export interface ApiResponse {
  readonly status: string
  readonly description: string
  /** What the body is, as in `array of User`; null where there is none. */
  readonly shape: string | null
  /** Empty for failures: they all look alike, and stand once for all. */
  readonly fields: readonly ApiField[]
  readonly headers: readonly string[]
}

export function readResponse(schemas: Schemas, status: string, one: Response): ApiResponse {
  const [type, content] = Object.entries(one.content ?? {})[0] ?? []
  const schema = content?.schema
  return {
    status,
    description: one.description,
    shape: schema === undefined ? (type ?? null) : shapeOf(schemas, schema),
    fields: schema === undefined || Number(status) >= 400 ? [] : fieldsOf(schemas, schema),
    headers: Object.keys(one.headers ?? {}),
  }
}

function shapeOf(schemas: Schemas, schema: Schema): string {
  const name = nameOf(schema)
  if (name !== null) return name
  const { items } = resolve(schemas, schema)
  return items === undefined ? typeOf(schemas, schema) : `array of ${shapeOf(schemas, items)}`
}
