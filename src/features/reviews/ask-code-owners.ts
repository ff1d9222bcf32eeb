import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changedFiles } from '../../git/changed-files.ts'
import { findCodeOwners } from '../code-owners/find-code-owners.ts'
import { findPullById } from '../pulls/find-pull.ts'
import type { Pull } from '../pulls/pull.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { holdThread } from '../threads/keep-thread.ts'
import { askForReviews } from './request-reviewers.ts'

/** Asks those who look after the files that a pull request changes, by the target's own list. Not while it is a draft. */
export async function askCodeOwners(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>,
  repo: Repo,
  pull: Pull,
): Promise<Pull> {
  if (pull.isDraft || pull.state !== 'open') return pull
  const dir = repoDirectory(app.config, repo)
  const files = await changedFiles(app, dir, pull.mergeBase ?? pull.targetSha, pull.seenHead)
  const paths = files.flatMap(({ path, oldPath }) => (path === oldPath ? [path] : [path, oldPath]))
  const owners = await findCodeOwners(app, { repo, dir, commit: pull.targetSha }, paths)
  const asked = owners.filter(({ id }) => id !== pull.author?.id)
  if (asked.length === 0) return pull
  return inTransaction(app, async (tx) => {
    const held = await holdThread(tx, pull.id)
    const now = held === null ? null : await findPullById(tx, pull.id)
    if (now === null) return pull
    await askForReviews(tx, now, asked, { by: pull.author?.id ?? null, type: 'pull.review-requested' })
    return (await findPullById(tx, pull.id)) ?? pull
  })
}
