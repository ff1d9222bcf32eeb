import { whyBadVariableKey } from '../../core/ci-variable-key.ts'
import { invalidField } from '../../core/errors.ts'
import type { Variable } from './variable.ts'

export interface VariableInput {
  readonly key?: string | undefined
  /** Null is what a secret is shown as, so it means the same as nothing: as it was. */
  readonly value?: string | null | undefined
  readonly secret?: boolean | undefined
  readonly protectedOnly?: boolean | undefined
}

export interface VariableValues {
  readonly key: string
  /** Null: as it was. */
  readonly value: string | null
  readonly isSecret: boolean
  readonly protectedOnly: boolean
}

const largestValue = 64 * 1024

/** What a variable is to be, from what was said and, where nothing was, from what it is. */
export function parseVariable(input: VariableInput, before: Variable | null): VariableValues {
  const key = input.key === undefined && before !== null ? before.key : parseKey(input.key)
  const value = input.value ?? null
  if (value === null && before === null) throw invalidField('value', 'required', 'is required')
  const isSecret = input.secret ?? before?.isSecret ?? false
  if (value !== null) requireValue(value, isSecret)
  if (value === null && before !== null) requireKept(before, isSecret)
  return { key, value, isSecret, protectedOnly: input.protectedOnly ?? before?.protectedOnly ?? false }
}

function parseKey(text: string | undefined): string {
  if (text === undefined || text === '') throw invalidField('key', 'required', 'is required')
  const why = whyBadVariableKey(text)
  if (why !== null) throw invalidField('key', 'format', why)
  return text
}

function requireValue(value: string, isSecret: boolean): void {
  if (Buffer.byteLength(value) > largestValue) {
    throw invalidField('value', 'too_long', `must be at most ${largestValue} bytes`)
  }
  // No program can be given one: it would end the value early.
  if (value.includes('\0')) throw invalidField('value', 'format', 'must not contain a NUL character')
  if (!value.isWellFormed()) throw invalidField('value', 'format', 'must be text')
  if (isSecret && value.trim() === '') throw invalidField('value', 'required', 'must not be empty where it is a secret')
}

/** A value that stays: whoever could have it shown by saying that it is no secret after all would know the secret. */
function requireKept(before: Variable, isSecret: boolean): void {
  if (before.isSecret && !isSecret) {
    throw invalidField('value', 'required', 'must be entered again: a stored secret is never shown')
  }
  if (!before.isSecret && isSecret) requireValue(before.value ?? '', true)
}
