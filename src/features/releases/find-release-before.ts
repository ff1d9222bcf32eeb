import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha, type Sha } from '../../core/sha.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { listPublished } from './store.ts'

export interface ReleaseBefore {
  readonly tagName: string
  readonly sha: Sha
}

/** Of those that were published last; one that is further back is hardly the one before. */
const most = 30

/** In a very long history each look takes a while; whoever waits gets the nearest of those that were looked at. */
const patienceMs = 3000

/**
 * The release that a commit follows: of those in its history, the one that the fewest commits lie behind. What is ready for
 * everybody follows what was; a prerelease follows either. Null where there is none.
 */
export async function findReleaseBefore(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>,
  repo: Repo,
  release: { readonly tagName: string; readonly head: Sha; readonly isPrerelease: boolean },
): Promise<ReleaseBefore | null> {
  const dir = repoDirectory(app.config, repo)
  const others = await listPublished(app.db, repo, { prereleases: release.isPrerelease, most })
  const until = performance.now() + patienceMs
  let nearest: (ReleaseBefore & { readonly ahead: number }) | null = null
  for (const { tagName, commitSha } of others) {
    const sha = parseSha(commitSha ?? '')
    if (tagName === release.tagName || sha === null) continue
    if (nearest !== null && performance.now() > until) break
    // A tag that was moved since may stand on something without a history.
    if ((await app.objects.info(dir, sha))?.type !== 'commit') continue
    const { ahead, behind } = await findDivergence(app, dir, sha, release.head)
    if (behind === 0 && (nearest === null || ahead < nearest.ahead)) nearest = { tagName, sha, ahead }
  }
  return nearest
}
