import type { Static, TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type FaultDetail, invalid } from '../../core/errors.ts'

export interface Checker<S extends TSchema> {
  check(value: unknown): Static<S>
}

/**
 * For JSON bodies: types as they are, no guessing. Compiled when it is first needed, like what writes answers. `nullIsNone`:
 * of what makes something new, null for a text that need not be there says as much as leaving it out; of a change it could
 * mean that something is to go, and of a number or a choice anything.
 */
export function bodyChecker<S extends TObject>(schema: S, { nullIsNone = false } = {}): Checker<S> {
  let compiled: ReturnType<typeof Compile<S>> | undefined
  return {
    check: (value) => {
      const validator = (compiled ??= Compile(schema))
      if (validator.Check(value)) return value
      const meant = nullIsNone && isObject(value) ? withoutNulls(schema, value) : value
      if (meant !== value && validator.Check(meant)) return meant
      const oversized = oversizedIn(schema, meant, '')
      throw invalid(oversized === null ? detailsOf(validator.Errors(meant)) : [oversized])
    },
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same where there are none. Asks for the fields that there can be: a body may have thousands of others. */
function withoutNulls(schema: TObject, value: object): object {
  const needed = new Set<string>(schema.required ?? [])
  const isNone = (name: string): boolean => {
    const field: unknown = Reflect.get(schema.properties, name)
    const isText = isObject(field) && Reflect.get(field, 'type') === 'string'
    return isText && !needed.has(name) && Reflect.get(value, name) === null
  }
  const none = new Set(Object.keys(schema.properties).filter(isNone))
  return none.size === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => !none.has(name)))
}

/** For query strings and paths, where everything is text: digits become numbers where the schema wants one. */
export function textChecker<S extends TObject>(schema: S): Checker<S> {
  const checker = bodyChecker(schema)
  const kinds = new Map(Object.entries(schema.properties).map(([name, one]) => [name, Reflect.get(one, 'type')]))
  return {
    check: (value) => {
      const read: Record<string, unknown> = {}
      for (const [name, text] of Object.entries(value ?? {})) read[name] = convert(text, kinds.get(name))
      return checker.check(read)
    },
  }
}

function convert(text: unknown, kind: unknown): unknown {
  if (typeof text !== 'string') return text
  if (kind === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (text.includes('\0')) return null
  return text
}

/**
 * A list that is too long is all there is to say of a body: the validator would say what is wrong with each of its
 * items, and everybody else would wait for it.
 */
function oversizedIn(schema: unknown, value: unknown, path: string): FaultDetail | null {
  if (typeof schema !== 'object' || schema === null || typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value)) {
    const fields: unknown = Reflect.get(schema, 'properties')
    if (typeof fields !== 'object' || fields === null) return null
    return firstIn(Object.keys(fields), (name) =>
      oversizedIn(Reflect.get(fields, name), Reflect.get(value, name), path === '' ? name : `${path}.${name}`),
    )
  }
  const most: unknown = Reflect.get(schema, 'maxItems')
  if (typeof most === 'number' && value.length > most) {
    return { field: path, code: 'too_many', message: `must not have more than ${most} items` }
  }
  const item: unknown = Reflect.get(schema, 'items')
  return firstIn(value.keys(), (index) => oversizedIn(item, value[index], `${path}.${index}`))
}

function firstIn<T>(names: Iterable<T>, look: (name: T) => FaultDetail | null): FaultDetail | null {
  for (const name of names) {
    const found = look(name)
    if (found !== null) return found
  }
  return null
}

interface Problem {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

/** So many the validator looks for. */
const mostProblems = 8

/** One detail a field: the first problem is the one to mend. */
function detailsOf(problems: Iterable<Problem>): FaultDetail[] {
  const all = [...problems]
  const details = new Map<string, FaultDetail>()
  for (const problem of all) {
    for (const detail of detailsOfOne(problem, all)) {
      if (!details.has(detail.field)) details.set(detail.field, detail)
    }
  }
  return [...details.values()]
}

function detailsOfOne(problem: Problem, all: readonly Problem[]): FaultDetail[] {
  const path = problem.instancePath.slice(1).replaceAll('/', '.')
  const params = problem.params as Readonly<Record<string, unknown>>
  if (problem.keyword === 'required' && Array.isArray(params['requiredProperties'])) {
    return params['requiredProperties'].map((name) => ({
      field: path === '' ? String(name) : `${path}.${String(name)}`,
      code: 'required',
      message: 'is required',
    }))
  }
  const field = path === '' ? 'body' : path
  const message = problem.keyword === 'const' ? oneOf(problem, all) : messageOf(problem, params)
  return [{ field, code: codeOf(problem.keyword), message }]
}

/** A choice is a list of constants, none of which it was: the validator tells of each by itself, up to a number. */
function oneOf({ instancePath }: Problem, all: readonly Problem[]): string {
  const allowed = all
    .filter((one) => one.keyword === 'const' && one.instancePath === instancePath)
    .map((one) => String(Reflect.get(one.params, 'allowedValue')))
  if (allowed.length === 1) return `must be ${allowed.join()}`
  return `must be one of ${allowed.join(', ')}${all.length < mostProblems ? '' : ' and others'}`
}

function codeOf(keyword: string): string {
  const codes: Readonly<Record<string, string>> = {
    type: 'type',
    minLength: 'too_short',
    maxLength: 'too_long',
    minimum: 'range',
    maximum: 'range',
    enum: 'unknown',
    const: 'unknown',
    anyOf: 'unknown',
    maxItems: 'too_many',
    minItems: 'too_few',
  }
  return codes[keyword] ?? 'format'
}

function messageOf(problem: Problem, params: Readonly<Record<string, unknown>>): string {
  switch (problem.keyword) {
    case 'type':
      return `must be of type ${String(params['type'])}`
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must be at least ${String(params['limit'])} characters`
    case 'maxLength':
      return `must be at most ${String(params['limit'])} characters`
    default:
      return problem.message
  }
}
