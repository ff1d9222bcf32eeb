import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { changeMany, type ManyChanges } from '../threads/change-many.ts'
import { getIssue } from './read-issues.ts'
import { updateIssue } from './update-issue.ts'

export function changeIssues(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  { numbers, ...repo }: RepoRef & { readonly numbers: readonly string[] },
  changes: ManyChanges,
): Promise<number> {
  return changeMany(numbers, changes, {
    get: (number) => getIssue(app, actor, { ...repo, number }),
    update: (number, one) => updateIssue(app, actor, { ...repo, number }, one),
  })
}
