import type { PlannedStep } from '../plan.ts'
import { type Field, fieldsOf, itemsOf } from './fields.ts'
import type { Combination } from './read-matrix.ts'
import { type FieldTemplate, filled, templateOf } from './read-template.ts'
import { readEnv } from './read-variables.ts'
import { most } from './rules.ts'
import { wordsOfOthers } from './words-of-others.ts'

type EnvDraft = readonly { readonly key: string; readonly value: FieldTemplate }[]

export interface StepDraft {
  readonly name: FieldTemplate | null
  readonly run: FieldTemplate
  readonly env: EnvDraft
}

export function readSteps(field: Field | null, matrix: ReadonlySet<string>): readonly StepDraft[] {
  if (field === null) return []
  const items = itemsOf(field, most.steps)
  if (field.tree.kind === 'list' && items.length === 0) field.refuse('must not be empty')
  return items.map((item) => readStep(item, matrix)).filter((step) => step !== null)
}

function readStep(item: Field, matrix: ReadonlySet<string>): StepDraft | null {
  const fields = fieldsOf(item, ['name', 'run', 'env'], wordsOfOthers.step)
  if (fields === null) return null
  const named = fields.find('name')
  const written = fields.require('run')
  const name = named === null ? null : templateOf(named, 'matrix', matrix, 100)
  if (name?.template.some((piece) => typeof piece === 'string' && /\p{Cc}/u.test(piece)) === true)
    name.field.refuse('must be one line, without control characters')
  const run = written === null ? null : templateOf(written, 'matrix', matrix)
  const env = readEnv(fields.find('env'), matrix)
  if (run === null) return null
  if (filled(run, {}).trim() === '' && !run.template.some((piece) => typeof piece !== 'string'))
    return run.field.refuse('must not be empty')
  return { name, run, env }
}

const longestName = 60

/** `shared` is the environment of all steps of the job; a step's own goes before it. */
export function planStep(step: StepDraft, shared: EnvDraft, combination: Combination): PlannedStep {
  const run = filled(step.run, combination)
  const written = step.name === null ? '' : filled(step.name, combination).trim()
  const [firstLine = ''] = run.trim().split('\n')
  return {
    name: written === '' ? shorten(firstLine.replaceAll(/\p{Cc}/gu, ' ')) : written,
    run,
    env: planEnv([...shared, ...step.env], combination),
  }
}

export function planEnv(env: EnvDraft, combination: Combination): Readonly<Record<string, string>> {
  return Object.fromEntries(env.map(({ key, value }) => [key, filled(value, combination)]))
}

function shorten(line: string): string {
  return line.length > longestName ? `${line.slice(0, longestName - 1).toWellFormed()}…` : line
}
