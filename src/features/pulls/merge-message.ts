import { invalidField } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { Commit } from '../commits/list-commits.ts'
import type { MergeInput, MergeMethod, Pull } from './pull.ts'

const longestMessage = 65_536

/** Throws for words that a commit should not begin with. */
export function checkMessage({ title, message }: MergeInput): void {
  if (title !== undefined && title !== '') parseTitle('commit_title', title)
  if (message !== undefined && message.length > longestMessage) {
    throw invalidField('commit_message', 'too_long', `must be at most ${longestMessage} characters`)
  }
}

/** What a commit says: its first line, and the rest. */
export interface CommitWords {
  readonly title: string
  readonly body: string
}

/** What a merge commit or a squashed commit says. An empty rest is meant; an empty first line is not. */
export function messageOf(pull: Pull, input: MergeInput, commits: readonly Commit[]): string {
  const words = defaultWords(pull, input.method, commits)
  const title = input.title?.trim() || words.title
  const body = input.message ?? words.body
  return body.trim() === '' ? title : `${title}\n\n${body.trim()}`
}

/** Where nobody says anything else. */
export function defaultWords(pull: Pull, method: MergeMethod, commits: readonly Commit[]): CommitWords {
  const name = `${pull.title} (#${pull.number})`
  if (method !== 'squash') return { title: `Merge ${pull.sourceBranch}: ${name}`, body: pull.body }
  return { title: name, body: bodyOfAll(commits).trim().slice(0, longestMessage) }
}

/** What one commit said stays as it is; of many, what each did. */
function bodyOfAll(commits: readonly Commit[]): string {
  const [only] = commits
  if (commits.length === 1 && only !== undefined) return only.message.split('\n').slice(1).join('\n')
  return commits
    .toReversed()
    .map(({ message }) => `* ${message.trim().split('\n', 1)[0] ?? ''}`)
    .join('\n')
}
