import type { After, Conditions, HistoryDepth } from '../plan.ts'
import { type Field, fieldsOf, flagOf, itemsOf, textOf } from './fields.ts'
import { readJobConditions } from './read-conditions.ts'
import { readTimeout } from './read-duration.ts'
import { readHistory } from './read-history.ts'
import { type Matrix, readMatrix } from './read-matrix.ts'
import { readRetries } from './read-retries.ts'
import { readServices, type ServiceDraft } from './read-services.ts'
import { readSteps, type StepDraft } from './read-steps.ts'
import { type ArtifactsDraft, type CacheDraft, readArtifacts, readCache } from './read-storage.ts'
import { type FieldTemplate, templateOf } from './read-template.ts'
import { readEnv } from './read-variables.ts'
import { type EasyRules, most } from './rules.ts'
import { wordsOfOthers } from './words-of-others.ts'

/** A job as it is written, before its matrix is spread out. */
export interface JobDraft {
  readonly name: string
  readonly field: Field
  readonly needs: readonly { readonly name: string; readonly field: Field }[]
  readonly matrix: Matrix
  readonly when: Conditions
  readonly after: After
  readonly isManual: boolean
  readonly image: FieldTemplate | null
  readonly packages: readonly FieldTemplate[]
  readonly services: readonly ServiceDraft[]
  readonly env: readonly { readonly key: string; readonly value: FieldTemplate }[]
  readonly steps: readonly StepDraft[]
  readonly cache: CacheDraft | null
  readonly artifacts: ArtifactsDraft | null
  readonly allowFailure: boolean
  readonly retries: number
  readonly timeoutS: number | null
  readonly history: HistoryDepth | null
}

const keys = [
  'needs',
  'matrix',
  'when',
  'manual',
  'image',
  'packages',
  'services',
  'variables',
  'steps',
  'cache',
  'artifacts',
  'allow_failure',
  'retry',
  'timeout',
  'history',
] as const

export function readJob(name: string, field: Field, rules: EasyRules): JobDraft | null {
  const fields = fieldsOf(field, keys, wordsOfOthers.job)
  if (fields === null) return null
  const matrix = readMatrix(fields.find('matrix'))
  const manual = fields.find('manual')
  const allowFailure = fields.find('allow_failure')
  const needs = readNeeds(fields.find('needs'))
  const { when, after } = readJobConditions(fields.find('when'))
  if (after.after !== 'success' && needs.length === 0)
    after.field?.refuse('is about the jobs that this one needs: name them in «needs»')
  const isManual = manual !== null && flagOf(manual) === true
  if (isManual && after.after === 'failure')
    after.field?.refuse('is never so for a job that is run by hand: that is done where all others have succeeded')
  return {
    name,
    field,
    needs,
    matrix,
    when,
    after: after.after,
    isManual,
    image: readImage(fields.find('image'), matrix.keys),
    packages: readPackages(fields.find('packages'), matrix.keys),
    services: readServices(fields.find('services'), matrix.keys),
    env: readEnv(fields.find('variables'), matrix.keys),
    steps: readSteps(fields.require('steps'), matrix.keys),
    cache: readCache(fields.find('cache'), matrix.keys),
    artifacts: readArtifacts(fields.find('artifacts'), matrix.keys),
    allowFailure: allowFailure !== null && flagOf(allowFailure) === true,
    retries: readRetries(fields.find('retry')),
    timeoutS: readTimeout(fields.find('timeout'), rules.maxTimeoutS),
    history: readHistory(fields.find('history')),
  }
}

function readNeeds(field: Field | null): JobDraft['needs'] {
  if (field === null) return []
  const found: { name: string; field: Field }[] = []
  for (const item of itemsOf(field, most.jobs, 'one-or-list')) {
    const name = textOf(item)
    if (name !== null && !found.some((one) => one.name === name)) found.push({ name, field: item })
  }
  return found
}

export function readImage(field: Field | null, matrix: ReadonlySet<string>): FieldTemplate | null {
  return field === null ? null : templateOf(field, 'matrix', matrix, 500)
}

export function readPackages(field: Field | null, matrix: ReadonlySet<string>): readonly FieldTemplate[] {
  if (field === null) return []
  return itemsOf(field, most.packages, 'one-or-list')
    .map((item) => templateOf(item, 'matrix', matrix, 500))
    .filter((one) => one !== null)
}
