import { invalidField } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { LabelType } from './label.ts'

export interface LabelInput {
  readonly name?: string | undefined
  readonly color?: string | undefined
  readonly type?: LabelType | undefined
  readonly description?: string | undefined
}

export interface LabelValues {
  readonly name: string
  readonly color: string
  readonly type: LabelType
  readonly description: string
}

const longestName = 50
const longestDescription = 200
const plain: Omit<LabelValues, 'name'> = { color: '#6e7781', type: 'any', description: '' }

/** What is not said stays as it is in `old`. */
export function parseLabel(input: LabelInput, old: LabelValues | null): LabelValues {
  const before = old ?? plain
  return {
    name: input.name === undefined && old !== null ? old.name : parseName(input.name ?? ''),
    color: input.color === undefined ? before.color : parseColor(input.color),
    type: input.type ?? before.type,
    description: input.description === undefined ? before.description : parseDescription(input.description),
  }
}

/** Without commas, because lists of names are written with them. */
function parseName(text: string): string {
  const name = parseTitle('name', text)
  if (name.length > longestName) throw invalidField('name', 'too_long', `must be at most ${longestName} characters`)
  if (name.includes(',')) throw invalidField('name', 'format', 'must not have a comma')
  return name
}

function parseColor(text: string): string {
  if (!/^#[0-9a-fA-F]{6}$/.test(text)) throw invalidField('color', 'format', 'must be written as #rrggbb')
  return text
}

function parseDescription(text: string): string {
  if (text.trim() === '') return ''
  const description = parseTitle('description', text)
  if (description.length <= longestDescription) return description
  throw invalidField('description', 'too_long', `must be at most ${longestDescription} characters`)
}
