import type { App } from '../../app.ts'
import { findPullById } from '../pulls/find-pull.ts'
import type { OpenPull } from '../pulls/require-pull.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { followComments } from './follow-comments.ts'

/**
 * Comments may come later than what they are about: of an older commit, or begun before the last push. Where their lines
 * are in what is offered now is worked out when they are known, since only a push does it otherwise.
 */
export async function followToHead(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>,
  { repo, pull: { id } }: OpenPull,
): Promise<void> {
  const pull = await findPullById(app.db, id)
  // A head that nobody has looked at yet takes all comments along when somebody does.
  if (pull === null || pull.seenHead !== pull.headSha) return
  const now = { head: pull.headSha, base: pull.mergeBase ?? pull.targetSha }
  await followComments(app, repoDirectory(app.config, repo), id, now)
}
