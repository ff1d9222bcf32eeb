import { Fault, invalidField } from '../../core/errors.ts'
import type { ThreadChanges } from './change-thread.ts'

const most = 100

/** The same for many. */
export interface ManyChanges extends Pick<ThreadChanges, 'labels' | 'assignees' | 'milestone'> {
  readonly state?: 'open' | 'closed' | undefined
}

export interface ManyChanged {
  readonly changed: number
  readonly refused: readonly { readonly number: string; readonly why: string }[]
}

/**
 * One after the other, each as if it were changed by itself. What is refused for one keeps nobody from changing the
 * others; where nothing else is left, it is the answer.
 */
export async function changeMany(
  asked: readonly string[],
  update: (number: string) => Promise<unknown>,
): Promise<ManyChanged> {
  const numbers = [...new Set(asked)]
  if (numbers.length > most) throw invalidField('number', 'too_many', `must not be more than ${most}`)
  const faults = new Map<string, Fault>()
  for (const number of numbers) {
    try {
      await update(number)
    } catch (error) {
      if (!(error instanceof Fault) || !isOfOne(error)) throw error
      faults.set(number, error)
    }
  }
  const [first] = faults.values()
  if (first !== undefined && faults.size === numbers.length) throw first
  const refused = [...faults].map(([number, fault]) => ({ number, why: fault.details[0]?.message ?? fault.message }))
  return { changed: numbers.length - refused.length, refused }
}

function isOfOne({ kind }: Fault): boolean {
  return kind === 'conflict' || kind === 'forbidden' || kind === 'invalid' || kind === 'not-found'
}
