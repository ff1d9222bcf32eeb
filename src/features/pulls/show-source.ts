import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { visibleAmong } from '../repos/visible-to.ts'
import type { Pull } from './pull.ts'

/** Pull requests as somebody may see them: whoever may not read the fork that one comes from does not hear what it is called. */
export async function showSources(
  app: Pick<App, 'db'>,
  actor: Actor,
  pulls: readonly Pull[],
): Promise<readonly Pull[]> {
  const forks = pulls.flatMap(privateForkOf)
  if (forks.length === 0) return pulls
  const shown = await app.db
    .selectFrom('repos')
    .select('repos.id')
    .where('repos.id', 'in', forks)
    .where(visibleAmong(actor))
    .execute()
  const visible = new Set(shown.map(({ id }) => id))
  return pulls.map((pull) => (privateForkOf(pull).every((id) => visible.has(id)) ? pull : withoutSource(pull)))
}

export async function showSource(app: Pick<App, 'db'>, actor: Actor, pull: Pull): Promise<Pull> {
  const [shown = pull] = await showSources(app, actor, [pull])
  return shown
}

/** For whoever cannot be asked who they are. */
export function showPublicSource(pull: Pull): Pull {
  return privateForkOf(pull).length === 0 ? pull : withoutSource(pull)
}

function withoutSource(pull: Pull): Pull {
  return { ...pull, sourceRepo: null }
}

function privateForkOf({ sourceRepo, repoId }: Pull): readonly number[] {
  return sourceRepo === null || sourceRepo.isPublic || sourceRepo.id === repoId ? [] : [sourceRepo.id]
}
