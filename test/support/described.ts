// Compares real answers with what the API description says of them, to the letter: a status or a field that the
// description does not know is as wrong as one that is missing.
import { Compile } from 'typebox/schema'
import { parse } from 'yaml'
import type { Answer, Client } from './client.ts'

type Json = Readonly<Record<string, unknown>>

interface DescribedAnswer {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Json[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Json }[]
  readonly requestBody?: Json
  readonly responses: Readonly<Record<string, DescribedAnswer>>
}

export interface Description {
  readonly openapi: string
  readonly info: Json
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json }
}

/** Of all services of this process, a form each: they differ in where they are. Reading one takes a second, and so does all that is made of it. */
const read = new Map<string, Description>()

export async function readDescription(client: Client): Promise<Description> {
  const { text } = await client.get('/api/docs/openapi.yaml')
  const [, place = ''] = /^servers:\n\s*- url: (\S+)$/m.exec(text) ?? []
  const anywhere = text.replace(place, '/')
  const description = read.get(anywhere) ?? (parse(anywhere) as Description)
  read.set(anywhere, description)
  return { ...description, servers: [{ url: place }] }
}

/** What is wrong with an answer by the description; null when it fits. */
export function misfit(description: Description, method: string, path: string, answer: Answer): string | null {
  const described = description.paths[path]?.[method.toLowerCase()]?.responses[String(answer.status)]
  const what = `${method} ${path} ${answer.status} ${answer.text.slice(0, 300)}`
  if (described === undefined) return `not described: ${what}`
  const missing = Object.entries(described.headers ?? {})
    .filter(([name, header]) => header.required !== false && !answer.headers.has(name))
    .map(([name]) => name)
  if (missing.length > 0) return `lacks the headers ${missing.join(', ')}: ${what}`
  const schema = described.content?.['application/json']?.schema
  // A file is of the type that is described, or of any.
  const [media] = Object.keys(described.content ?? {})
  if (schema === undefined && media !== undefined) {
    return media === '*/*' || answer.headers.get('content-type')?.split(';')[0] === media
      ? null
      : `is not ${media}: ${what}`
  }
  if (schema === undefined) return answer.text === '' ? null : `has a body that is not described: ${what}`
  const [fits, errors] = validatorOf(description, schema).Errors(answer.body)
  return fits ? null : `${errors.map((error) => `${error.instancePath} ${error.message}`).join('; ')}: ${what}`
}

/** What is wrong with what a webhook was sent; null when it fits. */
export function hookMisfit(description: Description, event: string, payload: unknown): string | null {
  const content = description.webhooks[event]?.post.requestBody?.['content'] as DescribedAnswer['content']
  const schema = content?.['application/json']?.schema
  if (schema === undefined) return `not described: ${event}`
  const [fits, errors] = validatorOf(description, schema).Errors(payload)
  if (fits) return null
  return `${event}: ${errors.map((error) => `${error.instancePath} ${error.message}`).join('; ')} ${JSON.stringify(payload)}`
}

const validators = new WeakMap<object, ReturnType<typeof Compile>>()

function validatorOf(description: Description, schema: Json): ReturnType<typeof Compile> {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const made = Compile(strict(description, schema) as Json)
  validators.set(schema, made)
  return made
}

/** References written out, and nothing allowed that is not named. */
function strict(description: Description, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => strict(description, one))
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Json
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref']))?.[1]
  if (name !== undefined) return strict(description, description.components.schemas[name])
  const inside = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, strict(description, one)]))
  return schema['type'] === 'object' ? { additionalProperties: false, ...inside } : inside
}
