import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { compareAcross } from '../../git/compare-across.ts'
import { statsOf } from '../commits/get-commit.ts'
import { readCommits } from '../commits/list-commits.ts'
import { type Comparison, mostCommits } from '../diffs/compare.ts'
import { diffBetween } from '../diffs/get-diff.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findSource, requireTip } from './find-source.ts'
import { unrelated } from './look-at-route.ts'
import { openForPulls } from './require-pull.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>

export interface Preview extends Comparison {
  /** Where all of it can be looked at: the repository that it would come from. */
  readonly source: RepoRef
  readonly sourceRepoId: number
  readonly sourceBranch: string
}

/**
 * What a pull request would bring, before it is opened. A fork may be private: what only it has stays there until somebody
 * opens one.
 */
export async function previewPull(
  app: Needs,
  actor: KnownActor,
  ref: RepoRef,
  { source, target }: { readonly source: string; readonly target: string },
): Promise<Preview> {
  const repo = await openForPulls(app, actor, ref, { to: 'write' })
  const from = await findSource(app, actor, repo, { sourceBranch: source })
  const base = (await requireTip(app.db, repo, target, 'target_branch')).sha
  const head = (await requireTip(app.db, from.repo, from.branch, 'source_branch')).sha
  const dir = repoDirectory(app.config, from.repo)
  const into = { dir: repoDirectory(app.config, repo), sha: base }
  const {
    mergeBase,
    ahead,
    behind,
    commits: shas,
  } = await compareAcross(app.git, into, { dir, sha: head }, { mostCommits })
  if (mergeBase === null) throw unrelated(target)
  const [files, commits] = await Promise.all([
    diffBetween(app, dir, { from: mergeBase, to: head }, {}),
    readCommits(app, dir, shas),
  ])
  const at = { owner: from.repo.owner, repo: from.repo.slug }
  const route = { sourceRepoId: from.repo.id, sourceBranch: from.branch }
  return { base, head, mergeBase, ahead, behind, commits, files, stats: statsOf(files), source: at, ...route }
}
