import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { PipelineStatus } from './pipeline.ts'

/** How the newest pipeline of the default branch is doing; null where it has none. One step in an index. */
export async function latestStatus(
  app: Pick<App, 'db'>,
  repo: Pick<Repo, 'id' | 'defaultBranch'>,
): Promise<PipelineStatus | null> {
  const row = await app.db
    .selectFrom('pipelines')
    .select('status')
    .where('repo_id', '=', repo.id)
    .where('ref', '=', `refs/heads/${repo.defaultBranch}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.status ?? null
}
