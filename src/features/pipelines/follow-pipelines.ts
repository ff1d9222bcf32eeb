import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { followNews } from '../access/follow-news.ts'
import { requireRepo } from '../access/require-repo.ts'

/** Whenever a pipeline of a repository begins, goes on or ends. */
export async function followPipelines(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: RepoRef,
): Promise<(signal: AbortSignal) => AsyncGenerator<'changed'>> {
  const need = { role: 'Reader', scope: 'ci:read' } as const
  const repo = await requireRepo(app, actor, ref, need)
  return (signal) => followNews(app, actor, { repo, need, sources: [['checks', repo.id]] }, signal)
}
