import { shortSha } from '../../../core/sha.ts'
import type { SignatureCheck } from '../../../features/signatures/check-signatures.ts'
import type { ReferenceLinks } from '../../../markup/link-references.ts'
import { commitUrl, type RepoName } from '../code-urls.ts'
import { CommitChecks, type ShownCommitChecks } from './commit-checks.tsx'
import { CommitTitle } from './commit-message.tsx'
import { Time } from './time.tsx'

export type CommitSummary = {
  sha: string
  /** The first line of the message. */
  title: string
  /** What comes after it. */
  body: string
  author: string
  /** The author’s account here, where it was asked for and there is one. */
  username?: string | undefined
  /** What the message refers to, where it was asked for. */
  links?: ReferenceLinks | undefined
  /** When it was committed. */
  at: string
  /** Where it was looked at, and the commit is signed. */
  signature?: SignatureCheck | undefined
  /** Where somebody has asked, and a check has said something. */
  checks?: ShownCommitChecks | undefined
}

/** Who did what and when, in one line over a list of files. */
export function CommitLine({ repo, commit }: { repo: RepoName; commit: CommitSummary }) {
  const href = commitUrl(repo, commit.sha)
  return (
    <p class="commit-line" id="last-commit">
      <strong class="commit-author">{commit.author}</strong>
      <span class="commit-title" title={commit.title}>
        <CommitTitle commit={commit} href={href} class="quiet-link" />
      </span>
      <span class="commit-facts">
        <CommitChecks checks={commit.checks} />
        <a class="quiet-link" href={href} aria-label={`Commit ${shortSha(commit.sha)}`}>
          <code>{shortSha(commit.sha)}</code>
        </a>
        <Time at={commit.at} />
      </span>
    </p>
  )
}

/** The same where it may still be looked for: then it can be had at another address, and a script puts it in. */
export function LastCommit({ repo, commit, wholeHref }: LastCommitProps) {
  if (commit !== null) return <CommitLine repo={repo} commit={commit} />
  return (
    <p class="commit-line muted" id="last-commit" data-late-at={wholeHref}>
      Looking for the last commit
      {wholeHref !== null && (
        <noscript>
          : <a href={wholeHref}>wait for it</a>
        </noscript>
      )}
    </p>
  )
}

type LastCommitProps = { repo: RepoName; commit: CommitSummary | null; wholeHref: string | null }
