import type { App } from '../../app.ts'
import { sweepRepository } from '../../git/sweep-repository.ts'
import { repoDirectory } from './repo-directory.ts'

/**
 * Once after the start, where nobody else can be at work on the repositories: whatever a git or a merge of ours left in
 * one before `started`, it will not come back for. Gits that outlived us have had their time. Returns what went.
 */
export async function sweepAfterCrash(app: Pick<App, 'config' | 'db'>, started: number): Promise<readonly string[]> {
  const swept: string[] = []
  const rows = await app.db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.directory as home', 'repos.uuid'])
    .orderBy('repos.id')
    .execute()
  for (const row of rows) swept.push(...(await sweepRepository(repoDirectory(app.config, row), started)))
  return swept
}
