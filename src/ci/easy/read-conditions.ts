import { whyBadPattern } from '../conditions.ts'
import { whyBadSchedule } from '../next-run.ts'
import type { After, Conditions, PipelineEvent } from '../plan.ts'
import { type Field, type Fields, fieldsOf, itemsOf, lineOf } from './fields.ts'
import { shown } from './problems.ts'
import { most } from './rules.ts'
import { didYouMean } from './suggest.ts'
import { afterOfOthers, eventsOfOthers, insteadOf, statusesOfOthers, type WordsOfOthers } from './words-of-others.ts'

const events: readonly PipelineEvent[] = ['push', 'pull_request', 'manual', 'schedule']
const always: Conditions = { branch: null, tag: null, event: null, path: null }

const keys = ['branch', 'tag', 'event', 'path'] as const

export function readConditions(field: Field | null): Conditions {
  const fields = field === null ? null : fieldsOf(field, keys, { status: 'it belongs into a job' })
  return fields === null ? always : conditionsIn(fields)
}

/** Those of a job may also say how the jobs that it needs must have ended. */
export function readJobConditions(field: Field | null): { readonly when: Conditions; readonly after: AfterField } {
  const isWord =
    field !== null && field.tree.kind === 'scalar' && Object.hasOwn(afterOfOthers, String(field.tree.value))
  if (isWord) field.refuse(afterOfOthers[String(field.tree.value)] ?? '')
  const fields = field === null || isWord ? null : fieldsOf(field, [...keys, 'status'])
  if (fields === null) return { when: always, after: { after: 'success', field: null } }
  const status = fields.find('status')
  return { when: conditionsIn(fields), after: { after: readAfter(status), field: status } }
}

export interface AfterField {
  readonly after: After
  readonly field: Field | null
}

const statuses = ['success', 'failure'] as const

function readAfter(field: Field | null): After {
  const said = readEach(field, (item) => readOneOf(item, statuses, statusesOfOthers))
  if (said === null || !said.includes('failure')) return 'success'
  return said.includes('success') ? 'either' : 'failure'
}

function conditionsIn(fields: Fields<(typeof keys)[number]>): Conditions {
  return {
    branch: readPatterns(fields.find('branch')),
    tag: readPatterns(fields.find('tag')),
    event: readEvents(fields.find('event')),
    path: readPatterns(fields.find('path')),
  }
}

function readPatterns(field: Field | null): readonly string[] | null {
  return readEach(field, (item) => {
    const pattern = lineOf(item, 1000)
    const why = pattern === null ? null : whyBadPattern(pattern)
    return why === null ? pattern : item.refuse(why)
  })
}

function readEvents(field: Field | null): readonly PipelineEvent[] | null {
  return readEach(field, (item) => readOneOf(item, events, eventsOfOthers))
}

function readOneOf<T extends string>(item: Field, choices: readonly T[], others: WordsOfOthers): T | null {
  const written = lineOf(item, 1000)
  if (written === null) return null
  const choice = choices.find((one) => one === written)
  return (
    choice ??
    item.refuse(
      `is «${shown(written)}», which is none of ${choices.join(', ')}${insteadOf(written, others) || didYouMean(written, choices)}`,
    )
  )
}

/** One or a list; an empty list would mean "never", which nobody wants to say this way. */
function readEach<T>(field: Field | null, read: (item: Field) => T | null): readonly T[] | null {
  if (field === null) return null
  const items = itemsOf(field, most.patterns, 'one-or-list')
  if (field.tree.kind === 'list' && items.length === 0) return field.refuse('must not be empty')
  return items.map(read).filter((one) => one !== null)
}

export function readSchedules(field: Field | null, now: number): readonly string[] {
  if (field === null) return []
  const schedules = itemsOf(field, most.schedules, 'one-or-list').map((item) => {
    const written = lineOf(item, 1000)?.trim().replaceAll(/ +/g, ' ') ?? null
    const why = written === null ? null : whyBadSchedule(written, now)
    return why === null ? written : item.refuse(why)
  })
  return [...new Set(schedules.filter((one) => one !== null))]
}
