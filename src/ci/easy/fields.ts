import { type Problems, shown } from './problems.ts'
import type { MapTree, Tree } from './read-tree.ts'
import { didYouMean } from './suggest.ts'
import { insteadOf, type WordsOfOthers } from './words-of-others.ts'

/** A value of the file with its name for messages, such as `jobs.test.steps[0].run`. */
export class Field {
  readonly problems: Problems
  readonly tree: Tree
  readonly path: string

  constructor(problems: Problems, tree: Tree, path: string) {
    this.problems = problems
    this.tree = tree
    this.path = path
  }

  /** Says what is wrong with it; null, so that a reader can end with it. */
  refuse(what: string): null {
    this.problems.add(this.tree.at, this.path === '' ? `the file ${what}` : `${this.path} ${what}`)
    return null
  }

  within(tree: Tree, name: string | number): Field {
    const piece = typeof name === 'number' ? `[${name}]` : `${this.path === '' ? '' : '.'}${shown(name)}`
    return new Field(this.problems, tree, `${this.path}${piece}`)
  }

  /** What it is, for "must be text, not a list". */
  get kind(): string {
    const { tree } = this
    if (tree.kind !== 'scalar') return tree.kind === 'map' ? 'a mapping' : 'a list'
    if (tree.value === null) return 'nothing'
    if (typeof tree.value === 'string') return 'text'
    return typeof tree.value === 'number' ? 'a number' : 'true or false'
  }
}

/** The fields of a mapping that may hold just these; what else it holds is refused. */
export class Fields<Key extends string> {
  readonly field: Field
  readonly #found: ReadonlyMap<string, Field>

  constructor(field: Field, tree: MapTree, known: readonly Key[], others: WordsOfOthers) {
    this.field = field
    const found = new Map<string, Field>()
    for (const { key, at, value } of tree.entries) {
      if (known.some((one) => one === key)) found.set(key, field.within(value, key))
      else {
        const where = field.path === '' ? '' : ` in ${field.path}`
        const instead = insteadOf(key, others) || didYouMean(key, known) || ofLostJob(field, value)
        field.problems.add(at, `unknown key «${shown(key)}»${where}${instead}`)
      }
    }
    this.#found = found
  }

  /** What is there but empty is refused, and taken as not there. */
  find(key: Key): Field | null {
    const field = this.#found.get(key)
    if (field === undefined) return null
    if (field.kind !== 'nothing') return field
    return field.refuse('is empty: give it a value, or leave it out')
  }

  require(key: Key): Field | null {
    if (!this.#found.has(key)) return this.field.refuse(`needs «${key}»`)
    return this.find(key)
  }
}

const wordsOfJobs = new Set(['steps', 'script', 'stage', 'runs-on', 'needs', 'before_script'])

/** Elsewhere jobs stand at the top, by themselves. */
function ofLostJob(field: Field, value: Tree): string {
  const isJob = field.path === '' && value.kind === 'map' && value.entries.some(({ key }) => wordsOfJobs.has(key))
  return isJob ? ': if it is a job, it belongs into «jobs»' : ''
}

export function fieldsOf<Key extends string>(
  field: Field,
  known: readonly Key[],
  others: WordsOfOthers = {},
): Fields<Key> | null {
  if (field.tree.kind === 'map') return new Fields(field, field.tree, known, others)
  return field.refuse(`must be a mapping with ${known.map((key) => `«${key}»`).join(', ')}, not ${field.kind}`)
}

/** A mapping whose keys are names that the file chooses; `at` is where the name stands. */
export function entriesOf(
  field: Field,
  most: number,
): readonly { readonly key: string; readonly at: number; readonly value: Field }[] {
  if (field.tree.kind !== 'map') {
    field.refuse(`must be a mapping, not ${field.kind}`)
    return []
  }
  const { entries } = field.tree
  if (entries.length > most) field.refuse(`must have at most ${most} entries`)
  return entries.slice(0, most).map(({ key, at, value }) => ({ key, at, value: field.within(value, key) }))
}

/** Each item; `one`: a single text may stand for a list of one. */
export function itemsOf(field: Field, most: number, one: 'one-or-list' | 'list' = 'list'): readonly Field[] {
  if (one === 'one-or-list' && field.tree.kind === 'scalar' && field.tree.value !== null) return [field]
  if (field.tree.kind !== 'list') {
    field.refuse(`must be a list, not ${field.kind}`)
    return []
  }
  const { items } = field.tree
  if (items.length > most) field.refuse(`must have at most ${most} entries`)
  return items.slice(0, most).map((item, index) => field.within(item, index))
}

/** Text, in quotes or without; a number or a flag is not. */
export function textOf(field: Field, longest = Number.POSITIVE_INFINITY): string | null {
  const { tree } = field
  if (tree.kind !== 'scalar' || typeof tree.value !== 'string') return field.refuse(`must be text, not ${field.kind}`)
  if (tree.value.length > longest) return field.refuse(`must have at most ${longest} characters`)
  return tree.value
}

/** As it is written, where numbers and flags are text in the end: values of variables and matrices. */
export function valueOf(field: Field, longest: number): string | null {
  const { tree } = field
  if (tree.kind !== 'scalar' || tree.value === null)
    return field.refuse(`must be text, a number, true or false, not ${field.kind}`)
  if (tree.text.length > longest) return field.refuse(`must have at most ${longest} characters`)
  return tree.text
}

export function flagOf(field: Field): boolean | null {
  const { tree } = field
  if (tree.kind === 'scalar' && typeof tree.value === 'boolean') return tree.value
  return field.refuse(`must be true or false, not ${field.kind}`)
}

const control = /\p{Cc}/u

/** One line of text that holds no expression. */
export function lineOf(field: Field, longest: number): string | null {
  const text = textOf(field, longest)
  if (text === null) return null
  if (text.trim() === '') return field.refuse('must not be empty')
  if (control.test(text)) return field.refuse('must be one line, without control characters')
  if (text.includes('${{')) return field.refuse('must not hold an expression')
  return text
}
