import { invalidField } from '../../core/errors.ts'
import { nameKey } from '../../core/slug.ts'
import type { ThreadChanges } from './change-thread.ts'
import type { Thread } from './thread.ts'

const most = 100

/** The same for many: what is added is added to what each has. */
export interface ManyChanges {
  readonly state?: 'open' | 'closed' | undefined
  readonly addLabel?: string | undefined
  readonly addAssignee?: string | undefined
  readonly milestone?: string | null | undefined
}

interface Way {
  get(number: string): Promise<Thread>
  update(number: string, changes: Omit<ThreadChanges, 'pinned'> & Pick<ManyChanges, 'state'>): Promise<unknown>
}

/** One after the other; the first that is refused ends it. Says how many were changed. */
export async function changeMany(asked: readonly string[], changes: ManyChanges, way: Way): Promise<number> {
  const numbers = [...new Set(asked)]
  if (numbers.length > most) throw invalidField('number', 'too_many', `must not be more than ${most}`)
  const { state, milestone, addLabel, addAssignee } = changes
  for (const number of numbers) {
    const isPlain = addLabel === undefined && addAssignee === undefined
    const { labels, assignees } = isPlain ? {} : added(await way.get(number), changes)
    await way.update(number, { state, milestone, labels, assignees })
  }
  return numbers.length
}

function added({ labels, assignees }: Thread, { addLabel, addAssignee }: ManyChanges) {
  const names = labels.map(({ name }) => name)
  const people = assignees.map(({ username }) => username)
  return {
    labels: addLabel === undefined ? undefined : withName(names, addLabel),
    assignees: addAssignee === undefined ? undefined : withName(people, addAssignee),
  }
}

function withName(names: readonly string[], name: string): readonly string[] {
  return names.some((one) => nameKey(one) === nameKey(name)) ? names : [...names, name]
}
