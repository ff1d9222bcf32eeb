import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { type Commit, readCommits } from '../commits/list-commits.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/** A message that lists more would be read by nobody. */
const most = 100

/** What a branch would bring, the newest first. */
export async function commitsToMerge(
  app: Pick<App, 'config' | 'history' | 'objects'>,
  repo: Repo,
  { head, target }: { readonly head: Sha; readonly target: Sha },
): Promise<readonly Commit[]> {
  const dir = repoDirectory(app.config, repo)
  return readCommits(app, dir, await app.history.page(dir, head, { notIn: target }, { skip: 0, count: most }))
}
