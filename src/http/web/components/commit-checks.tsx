import { type Status, StatusIcon, statusWord } from './status-label.tsx'

/** How a commit did in all of its checks together. */
export type ShownCommitChecks = {
  status: Extract<Status, 'pending' | 'success' | 'failed'>
  /** Where the one that decides says more. */
  href: string | null
}

export function CommitChecks({ checks }: { checks: ShownCommitChecks | undefined }) {
  if (checks === undefined) return null
  if (checks.href === null) return <StatusIcon status={checks.status} />
  const word = `Checks: ${statusWord(checks.status)}`
  return (
    <a class="commit-checks" href={checks.href} rel="noopener nofollow" aria-label={word} title={word}>
      <StatusIcon status={checks.status} silent />
    </a>
  )
}
