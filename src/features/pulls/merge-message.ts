import { invalidField } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { Commit } from '../commits/list-commits.ts'
import type { MergeInput, Pull } from './pull.ts'

const longestMessage = 65_536

/** Throws for words that a commit should not begin with. */
export function checkMessage({ title, message }: MergeInput): void {
  if (title !== undefined && title !== '') parseTitle('commit_title', title)
  if (message !== undefined && message.length > longestMessage) {
    throw invalidField('commit_message', 'too_long', `must be at most ${longestMessage} characters`)
  }
}

/** What a merge commit or a squashed commit says, where nobody said anything else. */
export function messageOf(pull: Pull, input: MergeInput, commits: readonly Commit[]): string {
  const title = input.title?.trim() || defaultTitle(pull, input)
  const body = input.message ?? defaultBody(pull, input, commits)
  return body.trim() === '' ? title : `${title}\n\n${body.trim()}`
}

function defaultTitle(pull: Pull, { method }: MergeInput): string {
  return method === 'squash'
    ? `${pull.title} (#${pull.number})`
    : `Merge ${pull.sourceBranch}: ${pull.title} (#${pull.number})`
}

function defaultBody(pull: Pull, { method }: MergeInput, commits: readonly Commit[]): string {
  if (method !== 'squash') return pull.body
  const [only] = commits
  // What one commit said stays as it is; of many, what each did.
  if (commits.length === 1 && only !== undefined) return only.message.split('\n').slice(1).join('\n')
  return commits
    .toReversed()
    .map(({ message }) => `* ${message.trim().split('\n', 1)[0] ?? ''}`)
    .join('\n')
}
