import type { Field } from './fields.ts'

const mostRetries = 3

/** How often a job that failed is tried again. */
export function readRetries(field: Field | null): number {
  if (field === null) return 0
  const { tree } = field
  const value = tree.kind === 'scalar' ? tree.value : null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostRetries) return value
  field.refuse(`must be a whole number from 0 to ${mostRetries}: how often the job is tried again when it fails`)
  return 0
}
