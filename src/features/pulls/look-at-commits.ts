import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { Sha } from '../../core/sha.ts'
import { type ChangedFile, changedFiles } from '../../git/changed-files.ts'
import { findDivergence } from '../../git/merge-base.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { statsOf } from '../commits/get-commit.ts'
import type { Sight } from './store.ts'

/** What `head` would bring to `target`, in numbers. */
export async function lookAtCommits(
  app: Pick<App, 'git' | 'history' | 'kept'>,
  dir: RepoDir,
  { head, target }: { readonly head: Sha; readonly target: Sha },
): Promise<Sight> {
  const { mergeBase, ahead } = await findDivergence(app, dir, target, head)
  const { additions, deletions, files } = statsOf(await filesBetween(app, dir, mergeBase ?? target, head))
  return { head, target, mergeBase, additions, deletions, changedFiles: files, commitCount: ahead }
}

/** Where there are too many to compare nothing is counted: it can still be read, talked about and closed. */
async function filesBetween(
  app: Pick<App, 'git' | 'history' | 'kept'>,
  dir: RepoDir,
  from: Sha,
  to: Sha,
): Promise<readonly ChangedFile[]> {
  try {
    return await changedFiles(app, dir, from, to)
  } catch (error) {
    if (error instanceof Fault && error.kind === 'too-large') return []
    throw error
  }
}
