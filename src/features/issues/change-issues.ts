import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import { getIssue } from './read-issues.ts'
import { type IssueChanges, updateIssue } from './update-issue.ts'

const most = 100

/** The same for many: what is added is added to what each has. */
export interface ManyChanges {
  readonly state?: 'open' | 'closed' | undefined
  readonly addLabel?: string | undefined
  readonly addAssignee?: string | undefined
  readonly milestone?: string | null | undefined
}

/** One after the other; the first that is refused ends it. Says how many were changed. */
export async function changeIssues(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef & { readonly numbers: readonly string[] },
  changes: ManyChanges,
): Promise<number> {
  const numbers = [...new Set(ref.numbers)]
  if (numbers.length > most) throw invalidField('number', 'too_many', `must not be more than ${most}`)
  for (const number of numbers) {
    const one = { owner: ref.owner, repo: ref.repo, number }
    await updateIssue(app, actor, one, await changesOf(app, actor, one, changes))
  }
  return numbers.length
}

async function changesOf(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  one: RepoRef & { readonly number: string },
  { state, milestone, addLabel, addAssignee }: ManyChanges,
): Promise<IssueChanges> {
  if (addLabel === undefined && addAssignee === undefined) return { state, milestone }
  const issue = await getIssue(app, actor, one)
  const labels =
    addLabel === undefined
      ? undefined
      : withName(
          issue.labels.map(({ name }) => name),
          addLabel,
        )
  const assignees =
    addAssignee === undefined
      ? undefined
      : withName(
          issue.assignees.map(({ username }) => username),
          addAssignee,
        )
  return { state, milestone, labels, assignees }
}

function withName(names: readonly string[], added: string): readonly string[] {
  return names.some((name) => nameKey(name) === nameKey(added)) ? names : [...names, added]
}
