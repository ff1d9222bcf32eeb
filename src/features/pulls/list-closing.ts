import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { closingsIn } from '../../core/references.ts'
import type { RepoRef } from '../../core/repo.ts'
import { mostClosings } from '../issues/close-by-text.ts'
import { findTarget } from '../threads/record-references.ts'
import { closingText } from './closing-text.ts'
import { commitsToMerge } from './commits-to-merge.ts'
import type { OpenPull } from './require-pull.ts'

export interface ClosingIssue extends RepoRef {
  readonly number: number
  readonly title: string
}

/**
 * The open issues that merging would close: what the pull request says of itself, and what its commits say, as
 * `close-issues.ts` and a push have it. Only what the reader may see; and nothing where it does not reach the default
 * branch.
 */
export async function listClosing(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  { repo, pull }: OpenPull,
): Promise<readonly ClosingIssue[]> {
  if (pull.state !== 'open' || pull.targetBranch !== repo.defaultBranch) return []
  const commits = await commitsToMerge(app, repo, { head: pull.seenHead, target: pull.targetSha })
  const texts = [closingText(pull), ...commits.map(({ message }) => message)]
  const closing = new Map<number, ClosingIssue>()
  for (const named of texts.flatMap(closingsIn).slice(0, mostClosings)) {
    const target = await findTarget(app.db, actor, repo, named)
    if (target === null || target.repo.isArchived || closing.has(target.threadId)) continue
    const issue = await app.db
      .selectFrom('threads')
      .select(['number', 'title'])
      .where('id', '=', target.threadId)
      .where('kind', '=', 'issue')
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (issue !== undefined)
      closing.set(target.threadId, { ...issue, owner: target.repo.owner, repo: target.repo.slug })
  }
  return [...closing.values()]
}
