import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { PipelineStatus } from './pipeline.ts'
import { fullRef } from './short-ref.ts'

/** How the newest pipeline of a branch is doing, or of any ref in full; null where it has none. One step in an index. */
export async function latestStatus(
  app: Pick<App, 'db'>,
  repo: Pick<Repo, 'id'>,
  ref: string,
): Promise<PipelineStatus | null> {
  const row = await app.db
    .selectFrom('pipelines')
    .select('status')
    .where('repo_id', '=', repo.id)
    .where('ref', '=', fullRef(ref))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.status ?? null
}
