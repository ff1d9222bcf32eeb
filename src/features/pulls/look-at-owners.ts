import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { findOwnedFiles, type Ownership } from '../code-owners/find-owned-files.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { Pull } from './pull.ts'

/**
 * Whose files a pull request changes, by the target's own list; null where its branch does not ask. It reads git, so it is
 * found before the transaction that decides, for the very commits that this one then insists on.
 */
export async function lookAtOwners(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>,
  repo: Repo,
  pull: Pull,
): Promise<Ownership | null> {
  // What is known of the head is known of another one: nobody has looked at this one yet.
  if (pull.state !== 'open' || pull.seenHead !== pull.headSha) return null
  const rule = (await rulesOf(app.db, repo.id))(pull.targetBranch)
  if (rule?.requireCodeOwnerApproval !== true) return null
  const { targetSha: target, mergeBase, seenHead: head } = pull
  return findOwnedFiles(app, repoDirectory(app.config, repo), { target, base: mergeBase ?? target, head })
}
