import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { changeMany, type ManyChanged, type ManyChanges } from '../threads/change-many.ts'
import { updateIssue } from './update-issue.ts'

export function changeIssues(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  { numbers, ...repo }: RepoRef & { readonly numbers: readonly string[] },
  changes: ManyChanges,
): Promise<ManyChanged> {
  return changeMany(numbers, (number) => updateIssue(app, actor, { ...repo, number }, changes))
}
