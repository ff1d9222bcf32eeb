import type { OnNewCommit } from '../plan.ts'
import { type Field, lineOf } from './fields.ts'
import { shown } from './problems.ts'
import { didYouMean } from './suggest.ts'

const choices: readonly OnNewCommit[] = ['keep', 'cancel_waiting', 'cancel']

/** Nothing ends that nobody has asked to end: some look at the pipeline of every commit. */
export const usualOnNewCommit: OnNewCommit = 'keep'

export function readOnNewCommit(field: Field | null): OnNewCommit {
  if (field === null) return usualOnNewCommit
  const written = lineOf(field, 1000)
  const choice = choices.find((one) => one === written)
  if (written !== null && choice === undefined)
    field.refuse(`is «${shown(written)}», which is none of ${choices.join(', ')}${didYouMean(written, choices)}`)
  return choice ?? usualOnNewCommit
}
