import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { requireSha, type Sha, type ShaPrefix } from '../../core/sha.ts'
import type { Expanded } from '../../git/find-beginning.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/** Of more of them it is for git to tell. */
const mostTips = 5000

/**
 * The commits that abbreviated ids stand for. Whoever has a whole id was told it, and may follow it; a few digits can be
 * tried out one after the other, so they find only what branches, tags and pull requests show anyway.
 */
export async function expandPrefixes(
  app: Pick<App, 'config' | 'db' | 'history'>,
  repo: Repo,
  prefixes: readonly ShaPrefix[],
): Promise<Expanded> {
  if (prefixes.length === 0) return new Map()
  const readTips = async (): Promise<readonly Sha[] | null> => {
    const rows = await app.db
      .selectFrom('refs')
      .select('peeled')
      .distinct()
      .where('repo_id', '=', repo.id)
      .limit(mostTips + 1)
      .execute()
    return rows.length > mostTips ? null : rows.map(({ peeled }) => requireSha(peeled))
  }
  return app.history.expand(repoDirectory(app.config, repo), prefixes, { version: repo.refsVersion, readTips })
}
