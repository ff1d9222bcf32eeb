import type { App } from '../../app.ts'
import { alreadyExists, invalidField } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { divergeAcross } from '../../git/compare-across.ts'
import type { Divergence } from '../../git/merge-base.ts'
import type { Guest } from '../quota/guest-room.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { bringOffered } from './bring-offered.ts'
import { requireTip } from './find-source.ts'
import { lookAtCommits } from './look-at-commits.ts'
import type { Sight } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

export interface RouteSight {
  readonly sight: Sight
  /** What a guest has brought with it. */
  readonly part: number | null
}

interface Looking {
  readonly source: { readonly repo: Repo; readonly branch: string }
  readonly targetBranch: string
  /** Who looks, where they may not write here themselves. */
  readonly guest: Guest | null
}

/**
 * The numbers of a pull request that is to be; throws when it would make no sense. Takes over what only a fork has: whatever
 * else may be in the way has been looked at before.
 */
export async function lookAtRoute(
  app: Needs,
  repo: Repo,
  { source, targetBranch, guest }: Looking,
): Promise<RouteSight> {
  const head = (await requireTip(app.db, source.repo, source.branch, 'source_branch')).sha
  const target = (await requireTip(app.db, repo, targetBranch, 'target_branch')).sha
  const dir = repoDirectory(app.config, repo)
  let part: number | null = null
  if (source.repo.id !== repo.id && (await app.objects.info(dir, head)) === null) {
    const from = repoDirectory(app.config, source.repo)
    // What is refused leaves nothing of the fork behind.
    requireNews(await divergeAcross(app.git, { dir, sha: target }, { dir: from, sha: head }), targetBranch)
    const offered = { from: source.repo, to: repo, commit: head, known: [target], guest, version: null }
    part = await bringOffered(app, offered)
  }
  const sight = await lookAtCommits(app, dir, { head, target })
  requireNews({ mergeBase: sight.mergeBase, ahead: sight.commitCount }, targetBranch)
  return { sight, part }
}

function requireNews({ mergeBase, ahead }: Pick<Divergence, 'mergeBase' | 'ahead'>, targetBranch: string): void {
  if (mergeBase === null) throw unrelated(targetBranch)
  if (ahead === 0) throw invalidField('source_branch', 'no_commits', `has nothing that ${targetBranch} lacks`)
}

export function unrelated(targetBranch: string): Error {
  return invalidField('source_branch', 'unrelated', `has no history in common with ${targetBranch}`)
}

export function taken(number: number | null): Error {
  const which = number === null ? 'A pull request' : `#${number}`
  return alreadyExists('PULL', 'source_branch', `${which} is open for these branches already`)
}
