import { whyBadVariableKey } from '../../core/ci-variable-key.ts'
import { entriesOf, type Field, valueOf } from './fields.ts'
import { shown } from './problems.ts'
import { type FieldTemplate, templateOf } from './read-template.ts'
import { most } from './rules.ts'

const longestValue = 16 * 1024

/** Plain values, the same for every job. */
export function readVariables(field: Field | null): Readonly<Record<string, string>> {
  const read: [string, string][] = []
  for (const { key, value } of keysOf(field)) {
    const text = valueOf(value, longestValue)
    if (text?.includes('${{') === true) value.refuse('must not hold an expression: those are for «env» of a step')
    else if (text !== null) read.push([key, text])
  }
  return Object.fromEntries(read)
}

/** Values that may hold expressions. */
export function readEnv(
  field: Field | null,
  matrix: ReadonlySet<string>,
): readonly { readonly key: string; readonly value: FieldTemplate }[] {
  return keysOf(field).flatMap(({ key, value }) => {
    const template = templateOf(value, 'values', matrix, longestValue)
    return template === null ? [] : [{ key, value: template }]
  })
}

function keysOf(field: Field | null): readonly { readonly key: string; readonly value: Field }[] {
  if (field === null) return []
  return entriesOf(field, most.variables).filter(({ key, at }) => {
    const why = whyBadVariableKey(key)
    if (why !== null) field.problems.add(at, `${field.path}: the name «${shown(key)}» ${why}`)
    return why === null
  })
}
