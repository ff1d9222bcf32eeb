import type { App } from '../../../app.ts'
import type { Actor } from '../../../core/actor.ts'
import { iso } from '../../../core/iso-time.ts'
import type { Repo } from '../../../core/repo.ts'
import type { Commit } from '../../../features/commits/list-commits.ts'
import { resolveReferences } from '../../../features/references/resolve-references.ts'
import type { CommitChecks } from '../../../features/statuses/combine-states.ts'
import { findAccounts } from '../../../features/users/find-accounts.ts'
import type { ShownCommitChecks } from '../components/commit-checks.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/** The rest of a longer line stands below it. */
const longestTitle = 1000

/** A commit as lists show it. Nothing in it is to be trusted, not even that there is something in it. */
export function commitSummary(commit: Commit): CommitSummary {
  const message = commit.message.trim()
  const line = message.search(/\r?\n/)
  const end = Math.min(line === -1 ? message.length : line, longestTitle)
  const title = message.slice(0, end)
  return {
    sha: commit.sha,
    title: title === '' ? '(no message)' : title,
    body: message.slice(end).trim(),
    author: commit.author.name || commit.author.email || 'nobody',
    // When it came to stand here: a rebase keeps when it was written, which may be long before what it stands on.
    at: iso(commit.committer.at),
  }
}

/**
 * The same with ways to the authors who have an account here, and to what the messages refer to in a repository, as far
 * as the reader may see it: all of them are looked up together.
 */
export async function linkedSummaries(
  { app, actor }: { readonly app: Needs; readonly actor: Actor },
  repo: Repo,
  commits: readonly Commit[],
): Promise<(commit: Commit) => CommitSummary> {
  const emails = commits.map(({ author }) => author.email)
  const messages = commits.map(({ message }) => message)
  const [accountOf, links] = await Promise.all([
    findAccounts(app, emails),
    resolveReferences(app, actor, repo, messages),
  ])
  const linksOf = new Map(commits.map(({ sha }, at) => [sha, links[at]]))
  return (commit) => ({
    ...commitSummary(commit),
    username: accountOf(commit.author.email)?.username,
    links: linksOf.get(commit.sha),
  })
}

export function shownCommitChecks(checks: CommitChecks | undefined): ShownCommitChecks | undefined {
  return checks && { status: checks.state === 'failure' ? 'failed' : checks.state, href: checks.url }
}
