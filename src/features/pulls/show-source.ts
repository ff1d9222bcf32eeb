import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { roleOf } from '../access/role-of.ts'
import { findRepoById } from '../repos/find-repo.ts'
import type { Pull } from './pull.ts'

/** Pull requests as somebody may see them: who may not read the fork that one comes from does not hear what it is called. */
export async function showSources(
  app: Pick<App, 'db'>,
  actor: Actor,
  pulls: readonly Pull[],
): Promise<readonly Pull[]> {
  const forks = new Set(pulls.flatMap(privateForkOf))
  const hidden = new Set<number>()
  for (const id of forks) {
    const fork = await findRepoById(app.db, id)
    if (fork === null || (await roleOf(app.db, actor, fork)) === null) hidden.add(id)
  }
  return pulls.map((pull) => (hidden.has(pull.sourceRepo?.id ?? 0) ? { ...pull, sourceRepo: null } : pull))
}

export async function showSource(app: Pick<App, 'db'>, actor: Actor, pull: Pull): Promise<Pull> {
  const [shown = pull] = await showSources(app, actor, [pull])
  return shown
}

function privateForkOf({ sourceRepo, repoId }: Pull): readonly number[] {
  return sourceRepo === null || sourceRepo.isPublic || sourceRepo.id === repoId ? [] : [sourceRepo.id]
}
