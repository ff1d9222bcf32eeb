import { entriesOf, type Field, itemsOf, valueOf } from './fields.ts'
import { shown } from './problems.ts'
import { most } from './rules.ts'

export type Combination = Readonly<Record<string, string>>

export interface Matrix {
  readonly keys: ReadonlySet<string>
  /** One that is empty where there is no matrix. */
  readonly combinations: readonly Combination[]
}

const single: Matrix = { keys: new Set(), combinations: [{}] }
const keyShape = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
/** What could become part of an expression, once it stands in the midst of a text, is no value. */
const valueShape = /^[^\p{Cc}${}]{1,100}$/u

export function readMatrix(field: Field | null): Matrix {
  if (field === null) return single
  const axes = entriesOf(field, most.matrixKeys).map(({ key, at, value }) => {
    if (!keyShape.test(key))
      field.problems.add(
        at,
        `${field.path}: the name «${shown(key)}» must be 1 to 64 letters, digits, dashes or underscores`,
      )
    return { key, values: readValues(value) }
  })
  if (axes.length === 0 && field.tree.kind === 'map') field.refuse('must not be empty')
  const count = axes.reduce((product, { values }) => product * values.length, 1)
  if (count > most.jobs) {
    field.refuse(`makes ${count} jobs of one; a file may have at most ${most.jobs}`)
    return { ...single, keys: new Set(axes.map(({ key }) => key)) }
  }
  let combinations: readonly Combination[] = [{}]
  for (const { key, values } of axes)
    combinations = combinations.flatMap((before) => values.map((value) => ({ ...before, [key]: value })))
  return { keys: new Set(axes.map(({ key }) => key)), combinations }
}

function readValues(field: Field): readonly string[] {
  const values: string[] = []
  const items = itemsOf(field, most.matrixValues)
  if (field.tree.kind === 'list' && items.length === 0) field.refuse('must not be empty')
  for (const item of items) {
    const value = valueOf(item, 1000)
    if (value === null) continue
    if (!valueShape.test(value)) item.refuse('must be one line of 1 to 100 characters, without «$», «{» and «}»')
    else if (values.includes(value)) item.refuse(`stands there twice: «${shown(value)}»`)
    else values.push(value)
  }
  return values
}

/** `test`, `test (20)`, `test (20, linux)`. */
export function nameOf(job: string, combination: Combination): string {
  const values = Object.values(combination)
  return values.length === 0 ? job : `${job} (${values.join(', ')})`
}
