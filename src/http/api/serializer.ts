import fastJson from 'fast-json-stringify'
import type { TSchema } from 'typebox'

/** Made when it is first needed: hundreds of them at the start would cost time and seven megabytes. */
export function serializer(schema: TSchema): (value: unknown) => string {
  let write: ((value: object) => string) | undefined
  return (value) => {
    write ??= fastJson(withPlainNulls({ ...schema }))
    return write(value as object)
  }
}

type Schema = Readonly<Record<string, unknown>>

/**
 * The same schema, with `nullable` in place of a choice between something and null: a choice is made by checking the value
 * against each schema whenever it is written, which takes ten times as long as to write it.
 */
function withPlainNulls(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  const choices = Array.isArray(anyOf) ? anyOf.filter(isSchema) : []
  const [only, ...others] = choices.filter((one) => one['type'] !== 'null')
  if (only !== undefined && others.length === 0 && choices.length === 2) {
    return { ...rest, ...withPlainNulls(only), nullable: true }
  }
  return Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, plainPart(word, value)]))
}

function plainPart(word: string, value: unknown): unknown {
  if (word === 'items' && isSchema(value)) return withPlainNulls(value)
  if (word === 'anyOf' && Array.isArray(value)) return value.filter(isSchema).map(withPlainNulls)
  if (word !== 'properties' || !isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isSchema(one) ? withPlainNulls(one) : one]),
  )
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
