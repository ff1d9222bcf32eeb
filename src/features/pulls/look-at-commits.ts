import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import { changedFiles } from '../../git/changed-files.ts'
import { findDivergence } from '../../git/merge-base.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { statsOf } from '../commits/get-commit.ts'
import type { Sight } from './store.ts'

/** What `head` would bring to `target`, in numbers. */
export async function lookAtCommits(
  app: Pick<App, 'git' | 'kept'>,
  dir: RepoDir,
  { head, target }: { readonly head: Sha; readonly target: Sha },
): Promise<Sight> {
  const { mergeBase, ahead } = await findDivergence(app, dir, target, head)
  const { additions, deletions, files } = statsOf(await changedFiles(app, dir, mergeBase ?? target, head))
  return { head, target, mergeBase, additions, deletions, changedFiles: files, commitCount: ahead }
}
