import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { readCommit } from './list-commits.ts'

/** First lines of messages, by commit. What is not there any more, such as a branch that was rewritten, is left out. */
export async function readTitles(
  app: Pick<App, 'config' | 'objects'>,
  repo: Repo,
  shas: readonly Sha[],
): Promise<ReadonlyMap<string, string>> {
  const dir = repoDirectory(app.config, repo)
  const found = await Promise.all(
    [...new Set(shas)].map(async (sha) => {
      const commit = await readCommit(app, dir, sha).catch(() => null)
      const title = commit?.message.trim().split('\n', 1)[0]?.trim() ?? ''
      return title === '' ? null : ([sha, title] as const)
    }),
  )
  return new Map(found.filter((entry) => entry !== null))
}
