import type { ManyChanged, ManyChanges } from '../../../features/threads/change-many.ts'
import type { FormFields } from '../form-fields.ts'
import { pickedLabels, pickedPeople } from './thread-choices.ts'

interface BulkChanges {
  readonly changes: ManyChanges
  /** That it was done to so many: `3 issues`. */
  said(many: string): string
}

/** What the bar above a list asks for. A text says what is missing. */
export function readBulkChanges(form: FormFields): BulkChanges | string {
  const action = form.text('action')
  switch (action) {
    case 'close':
      return { changes: { state: 'closed' }, said: (many) => `Closed ${many}.` }
    case 'open':
      return { changes: { state: 'open' }, said: (many) => `Reopened ${many}.` }
    case 'milestone': {
      const milestone = form.text('milestone')
      if (milestone === '')
        return { changes: { milestone: null }, said: (many) => `Took ${many} out of their milestone.` }
      return { changes: { milestone }, said: (many) => `Moved ${many} to the milestone ${milestone}.` }
    }
    case 'label':
    case 'unlabel': {
      const names = pickedLabels(form)
      if (names.length === 0) return 'No label was chosen'
      if (action === 'label') {
        return { changes: { labels: { add: names } }, said: (many) => `Added ${names.join(', ')} to ${many}.` }
      }
      return { changes: { labels: { remove: names } }, said: (many) => `Removed ${names.join(', ')} from ${many}.` }
    }
    case 'assign':
    case 'unassign': {
      const names = pickedPeople(form, 'assignee')
      if (names.length === 0) return 'Nobody was chosen'
      if (action === 'assign') {
        return { changes: { assignees: { add: names } }, said: (many) => `Assigned ${many} to ${names.join(', ')}.` }
      }
      return {
        changes: { assignees: { remove: names } },
        said: (many) => `Unassigned ${names.join(', ')} from ${many}.`,
      }
    }
    default:
      return 'No button was pressed'
  }
}

const mostNamed = 10

/** The first of those that were left as they are, by why. It travels in a cookie, which does not take everything. */
export function tellRefused(refused: ManyChanged['refused']): string {
  const named = Map.groupBy(refused.slice(0, mostNamed), ({ why }) => why)
  const parts = [...named].map(([why, some]) => `${some.map(({ number }) => `#${number}`).join(', ')} (${why})`)
  const others = refused.length > mostNamed ? ` and ${refused.length - mostNamed} more` : ''
  return `Not changed: ${parts.join('; ')}${others}.`
}
