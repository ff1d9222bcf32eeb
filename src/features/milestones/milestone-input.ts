import { invalidField } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { Milestone } from './milestone.ts'

export interface MilestoneInput {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly state?: Milestone['state'] | undefined
  /** A day or a time; null or nothing in it for none. */
  readonly dueAt?: string | null | undefined
  /** Names the title and description that these were made from; undefined for whoever does not say. */
  readonly seen?: string | undefined
}

export type MilestoneValues = Pick<Milestone, 'title' | 'description' | 'state' | 'dueAt'>

const longestDescription = 4096
const plain: Omit<MilestoneValues, 'title'> = { description: '', state: 'open', dueAt: null }

/** What is not said stays as it is in `old`. */
export function parseMilestone(input: MilestoneInput, old: MilestoneValues | null): MilestoneValues {
  const before = old ?? plain
  return {
    title: input.title === undefined && old !== null ? old.title : parseMilestoneTitle(input.title ?? ''),
    description: input.description === undefined ? before.description : parseDescription(input.description),
    state: input.state ?? before.state,
    dueAt: input.dueAt === undefined ? before.dueAt : parseDueAt(input.dueAt),
  }
}

/** Not what filters mean by no milestone. */
function parseMilestoneTitle(text: string): string {
  const title = parseTitle('title', text)
  if (title.toLowerCase() === 'none') throw invalidField('title', 'reserved', 'must not be "none"')
  return title
}

function parseDescription(text: string): string {
  if (text.length <= longestDescription) return text
  throw invalidField('description', 'too_long', `must be at most ${longestDescription} characters`)
}

const day = /^\d{4}-\d{2}-\d{2}$/
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

function parseDueAt(text: string | null): number | null {
  if (text === null || text === '') return null
  const at = day.test(text) || time.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at) || !isDay(text.slice(0, 'YYYY-MM-DD'.length))) {
    throw invalidField('due_at', 'format', 'must be a day (2026-12-31) or a time (2026-12-31T12:00:00Z)')
  }
  return at
}

/** Date.parse takes the 31st of February for a day in March. */
function isDay(text: string): boolean {
  return new Date(Date.parse(text)).toISOString().startsWith(text)
}
