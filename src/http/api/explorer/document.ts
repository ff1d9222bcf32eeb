// The parts of an OpenAPI document that the explorer reads.

type Plain = string | number | boolean

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly Plain[]
  readonly const?: Plain
  readonly default?: Plain
  readonly examples?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

export interface Document {
  readonly info: { readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export type Schemas = Document['components']['schemas']

const refPrefix = '#/components/schemas/'

/** What a reference stands for. One that leads nowhere is taken as "anything". */
export function resolve(schemas: Schemas, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const target = schemas[schema.$ref.slice(refPrefix.length)]
  return target === undefined ? {} : resolve(schemas, target)
}

export function nameOf(schema: Schema): string | null {
  return schema.$ref?.startsWith(refPrefix) === true ? schema.$ref.slice(refPrefix.length) : null
}

/** A union's members, and a plain schema as its only one. */
export function variantsOf(schemas: Schemas, schema: Schema): readonly Schema[] {
  const resolved = resolve(schemas, schema)
  const members = resolved.anyOf ?? resolved.oneOf
  return members === undefined ? [resolved] : members.flatMap((member) => variantsOf(schemas, member))
}
