import { parseDuration } from '../duration.ts'
import type { Field } from './fields.ts'

const longestKept = 10 * 365 * 86_400

/** At least a second, and no longer than the deployment allows. */
export function readTimeout(field: Field | null, maxTimeoutS: number): number | null {
  const seconds = readDuration(field)
  if (field === null || seconds === null) return null
  if (seconds < 1) return field.refuse('must be at least 1s')
  if (seconds > maxTimeoutS) return field.refuse(`must be at most ${maxTimeoutS}s (CI_MAX_TIMEOUT_S)`)
  return seconds
}

export function readExpiry(field: Field | null): number | null {
  const seconds = readDuration(field)
  if (field === null || seconds === null) return null
  if (seconds < 1 || seconds > longestKept) return field.refuse('must be between 1s and 3650d')
  return seconds
}

function readDuration(field: Field | null): number | null {
  if (field === null) return null
  const { tree } = field
  const known = tree.kind === 'scalar' && (typeof tree.value === 'string' || typeof tree.value === 'number')
  const seconds = known ? parseDuration(tree.text) : null
  return seconds ?? field.refuse('must be a time such as 90s, 30m, 2h or 7d; a number alone means seconds')
}
