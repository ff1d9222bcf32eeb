import { resolve, type Schema, type Schemas, variantsOf } from './document.ts'

/** What a field of a certain name usually holds: an example should look like the real thing. */
const usual: Readonly<Record<string, unknown>> = {
  username: 'ada',
  owner: 'ada',
  repo: 'engine',
  slug: 'engine',
  email: 'ada@example.org',
  full_name: 'Ada Lovelace',
  password: 'a long enough phrase 7',
  current_password: 'the phrase until now',
  title: 'laptop',
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA… ada@laptop',
  code: '123456',
  scopes: ['repo:read'],
  expires_in_days: 90,
  number: 1,
  page: 1,
}

const byFormat: Readonly<Record<string, unknown>> = {
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  'date-time': '2025-06-01T12:00:00.000Z',
  uri: 'https://example.org/',
  email: 'ada@example.org',
}

const deepest = 4

/**
 * A value as a caller would send it: what is needed, or the first field where nothing is. Where another one is better,
 * the schema's `examples` has it.
 */
export function exampleOf(schemas: Schemas, schema: Schema, name = '', depth = 0): unknown {
  const variants = variantsOf(schemas, schema)
  const one = variants.find((variant) => variant.type !== 'null') ?? {}
  const said = one.examples?.[0] ?? one.const ?? one.enum?.[0] ?? one.default ?? usual[name]
  if (said !== undefined) return said
  if (one.items !== undefined) return depth >= deepest ? [] : [exampleOf(schemas, one.items, singular(name), depth + 1)]
  if (one.properties !== undefined && depth < deepest) {
    const all = Object.entries(one.properties)
    const needed = all.filter(([key]) => one.required?.includes(key) === true)
    const entries = needed.length > 0 ? needed : all.slice(0, 1)
    return Object.fromEntries(entries.map(([key, value]) => [key, exampleOf(schemas, value, key, depth + 1)]))
  }
  return plain(one, name)
}

function plain(schema: Schema, name: string): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return byFormat[schema.format ?? ''] ?? (name === '' ? 'text' : name.replaceAll('_', '-'))
  }
}

function singular(name: string): string {
  return name.replace(/s$/, '')
}

/** For a parameter in a path or a query. */
export function exampleText(schemas: Schemas, schema: Schema, name: string, form: 'A' | 'B'): string {
  // A path takes either kind of id; the form's own is the one a reader has at hand.
  if (name === 'id' && resolve(schemas, schema).type === 'string') return form === 'A' ? '1' : String(byFormat['uuid'])
  return String(exampleOf(schemas, schema, name))
}

export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly form: 'A' | 'B'
  readonly withToken: boolean
  readonly body: string | null
  /** The body is a file. */
  readonly file: boolean
}

/** A command to paste: the token comes from the environment, so that it does not end up in a shell's history. */
export function curlCommand({ method, url, form, withToken, body, file }: CurlRequest): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    `-H 'X-API-Form: ${form}'`,
    ...(withToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(file ? ['--data-binary @FILE'] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
