import type { App } from '../../../app.ts'
import type { Commit } from '../../../features/commits/list-commits.ts'
import type { CommitChecks } from '../../../features/statuses/combine-states.ts'
import { findAccounts } from '../../../features/users/find-accounts.ts'
import type { ShownCommitChecks } from '../components/commit-checks.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'
import { iso } from './page-info.ts'

/** A commit as lists show it. Nothing in it is to be trusted, not even that there is something in it. */
export function commitSummary(commit: Commit): CommitSummary {
  const message = commit.message.trim()
  const end = message.search(/\r?\n/)
  const title = end === -1 ? message : message.slice(0, end)
  return {
    sha: commit.sha,
    title: title === '' ? '(no message)' : title,
    body: end === -1 ? '' : message.slice(end).trim(),
    author: commit.author.name || commit.author.email || 'nobody',
    at: iso(commit.author.at),
  }
}

/** The same with ways to the authors who have an account here: all of them are looked up together. */
export async function summariesWithAuthors(
  app: Pick<App, 'config' | 'db'>,
  commits: readonly Commit[],
): Promise<(commit: Commit) => CommitSummary> {
  const emails = commits.map(({ author }) => author.email)
  const accountOf = await findAccounts(app, emails)
  return (commit) => ({ ...commitSummary(commit), username: accountOf(commit.author.email)?.username })
}

export function shownCommitChecks(checks: CommitChecks | undefined): ShownCommitChecks | undefined {
  return checks && { status: checks.state === 'failure' ? 'failed' : checks.state, href: checks.url }
}
