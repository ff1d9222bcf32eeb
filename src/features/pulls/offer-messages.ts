import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { commitsToMerge } from './commits-to-merge.ts'
import { type CommitWords, defaultWords } from './merge-message.ts'
import type { Pull } from './pull.ts'

/** What each way of merging would say that makes a commit of its own. */
export type OfferedMessages = Readonly<Record<'merge' | 'squash', CommitWords>>

/** For whoever is about to merge: what they may say instead begins with it. */
export async function offerMessages(
  app: Pick<App, 'config' | 'history' | 'objects'>,
  repo: Repo,
  pull: Pull,
): Promise<OfferedMessages> {
  const commits = await commitsToMerge(app, repo, { head: pull.seenHead, target: pull.targetSha })
  return { merge: defaultWords(pull, 'merge', commits), squash: defaultWords(pull, 'squash', commits) }
}
