import type { HistoryDepth } from '../plan.ts'
import type { Field } from './fields.ts'

const deepest = 1000

/** How many commits back a job can look; null where nothing is said. */
export function readHistory(field: Field | null): HistoryDepth | null {
  if (field === null) return null
  const { tree } = field
  const value = tree.kind === 'scalar' ? tree.value : null
  if (value === 'all') return value
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= deepest) return value
  return field.refuse(`must be «all» or a whole number from 1 to ${deepest}: of how many commits git knows in the job`)
}
