import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { changeMany, type ManyChanged, type ManyChanges } from '../threads/change-many.ts'
import { updatePull } from './update-pull.ts'

export function changePulls(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: KnownActor,
  { numbers, ...repo }: RepoRef & { readonly numbers: readonly string[] },
  changes: ManyChanges,
): Promise<ManyChanged> {
  return changeMany(numbers, (number) => updatePull(app, actor, { ...repo, number }, changes))
}
