import { type Schema, type Schemas, variantsOf } from './document.ts'

/** A line of a table of fields. */
export interface ApiField {
  /** Where it stands, with a dot or `[].` at its end: `items[].owner.`; empty at the top. */
  readonly within: string
  readonly name: string
  /** In words: `string`, `array of integer`, `object or null`. */
  readonly type: string
  readonly required: boolean
  readonly description: string | null
  /** `at most 255 characters`, `one of a, b`… */
  readonly limits: readonly string[]
}

// Things hold things that hold things; a reader wants the first few, and a circle has no end.
const deepest = 4

/** All fields of an object or of an array's items, each followed by those inside it. */
export function fieldsOf(schemas: Schemas, schema: Schema, within = '', depth = 0): readonly ApiField[] {
  if (depth >= deepest) return []
  return variantsOf(schemas, schema).flatMap((variant) => {
    if (variant.items !== undefined) return fieldsOf(schemas, variant.items, arrayPlace(within), depth)
    const required = new Set(variant.required)
    return Object.entries(variant.properties ?? {}).flatMap(([name, one]) => [
      fieldOf(schemas, { within, name, required: required.has(name) }, one),
      ...fieldsOf(schemas, one, `${within}${name}.`, depth + 1),
    ])
  })
}

export function fieldOf(
  schemas: Schemas,
  place: Pick<ApiField, 'within' | 'name' | 'required'>,
  schema: Schema,
): ApiField {
  return {
    ...place,
    type: typeOf(schemas, schema),
    description: schema.description ?? variantsOf(schemas, schema)[0]?.description ?? null,
    limits: limitsOf(schemas, schema),
  }
}

/** The values that may be given, where they can be listed. */
export function choicesOf(schemas: Schemas, schema: Schema): readonly string[] {
  return variantsOf(schemas, schema).flatMap((one) => {
    if (one.const !== undefined) return [String(one.const)]
    return one.enum?.map(String) ?? []
  })
}

export function typeOf(schemas: Schemas, schema: Schema): string {
  const words = variantsOf(schemas, schema).map((one) => {
    if (one.items !== undefined) return `array of ${typeOf(schemas, one.items)}`
    if (one.format !== undefined) return `${one.type} (${one.format})`
    return one.type ?? 'anything'
  })
  return [...new Set(words)].join(' or ')
}

function limitsOf(schemas: Schemas, schema: Schema): readonly string[] {
  const choices = choicesOf(schemas, schema)
  const ranges = variantsOf(schemas, schema).flatMap((one) => [
    ...rangeOf(one.minLength, one.maxLength, 'characters'),
    ...rangeOf(one.minItems, one.maxItems, 'items'),
    ...rangeOf(one.minimum, one.maximum, ''),
    ...(one.pattern === undefined ? [] : [`matches ${one.pattern}`]),
  ])
  return [
    ...(choices.length === 0 ? [] : [choices.length === 1 ? `always ${choices[0]}` : `one of ${choices.join(', ')}`]),
    ...ranges,
    ...(schema.default === undefined ? [] : [`default ${String(schema.default)}`]),
  ]
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  const number = (value: number) => `${value.toLocaleString('en')} ${unit}`.trim()
  // "At least 1 character" is what everybody expects of a field that is there.
  const from = least === undefined || least === 0 || (least === 1 && unit !== '') ? undefined : least
  if (from !== undefined && most !== undefined) return [`${from.toLocaleString('en')} to ${number(most)}`]
  if (from !== undefined) return [`at least ${number(from)}`]
  if (most === undefined) return []
  return [`at most ${number(most)}`]
}

function arrayPlace(within: string): string {
  return within === '' ? '[].' : `${within.slice(0, -1)}[].`
}
