import { whyBadPattern } from '../conditions.ts'
import { whyBadSchedule } from '../next-run.ts'
import type { Conditions, PipelineEvent } from '../plan.ts'
import { type Field, fieldsOf, itemsOf, lineOf } from './fields.ts'
import { shown } from './problems.ts'
import { most } from './rules.ts'
import { didYouMean } from './suggest.ts'
import { eventsOfOthers, insteadOf } from './words-of-others.ts'

const events: readonly PipelineEvent[] = ['push', 'pull_request', 'manual', 'schedule']
const always: Conditions = { branch: null, tag: null, event: null, path: null }

export function readConditions(field: Field | null): Conditions {
  const fields = field === null ? null : fieldsOf(field, ['branch', 'tag', 'event', 'path'])
  if (fields === null) return always
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
  return readEach(field, (item) => {
    const written = lineOf(item, 1000)
    if (written === null) return null
    const event = events.find((one) => one === written)
    return (
      event ??
      item.refuse(
        `is «${shown(written)}», which is none of ${events.join(', ')}${insteadOf(written, eventsOfOthers) || didYouMean(written, events)}`,
      )
    )
  })
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
