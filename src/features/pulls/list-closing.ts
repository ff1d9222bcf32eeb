import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { closingsIn } from '../../core/references.ts'
import type { RepoRef } from '../../core/repo.ts'
import { mostClosings } from '../issues/close-by-text.ts'
import { findNamedRepos } from '../references/find-named-repos.ts'
import { findNamedThreads, type NamedThread } from '../references/find-named-threads.ts'
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
  const named = texts.flatMap(closingsIn).slice(0, mostClosings)
  const repos = await findNamedRepos(app.db, actor, repo, named)
  const threads = await findNamedThreads(app.db, repos, named)
  const closing = threads
    .filter((thread) => thread !== null)
    .filter(({ kind, state, repo: { isArchived } }) => kind === 'issue' && state === 'open' && !isArchived)
  return [...new Map(closing.map((issue) => [issue.id, closingOf(issue)])).values()]
}

function closingOf({ repo, number, title }: NamedThread): ClosingIssue {
  return { owner: repo.owner, repo: repo.slug, number, title }
}
