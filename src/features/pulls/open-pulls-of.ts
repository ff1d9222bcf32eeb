import type { App } from '../../app.ts'

/** The number of the open pull request that each branch of a repository has there, the newest where it has several. */
export async function openPullsOf(
  app: Pick<App, 'db'>,
  repoId: number,
  branches: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (branches.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('pulls')
    .innerJoin('threads', 'threads.id', 'pulls.thread_id')
    .select(['pulls.source_branch', 'threads.number'])
    .where('pulls.repo_id', '=', repoId)
    .where('pulls.source_repo_id', '=', repoId)
    .where('pulls.source_branch', 'in', branches)
    .where('pulls.open_key', 'is not', null)
    .orderBy('threads.number')
    .execute()
  return new Map(rows.map((row) => [row.source_branch, row.number]))
}
