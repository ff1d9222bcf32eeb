import { type Status, StatusLabel } from './status-label.tsx'
import { Time } from './time.tsx'

export type ShownCheck = {
  name: string
  status: Extract<Status, 'pending' | 'success' | 'failed' | 'error'>
  note: string
  /** Leads to what it wrote; where it failed, to the step that did. */
  href: string | null
  /** When it said so; null while it has not. */
  at: string | null
  isRequired: boolean
}

/** What each check says of the last commit. */
export function CheckList({ checks }: { checks: readonly ShownCheck[] }) {
  return (
    <ul class="merge-checks" role="list" aria-label="Checks">
      {checks.map((check) => (
        <li key={check.name}>
          <StatusLabel status={check.status} />
          <strong class="break">{check.name}</strong>
          {check.isRequired && <span class="muted">required</span>}
          <span class="muted break">{check.note}</span>
          {check.at !== null && (
            <span class="muted">
              <Time at={check.at} />
            </span>
          )}
          {check.href !== null && (
            <a
              href={check.href}
              rel="noopener nofollow"
              aria-label={check.status === 'failed' ? `See why ${check.name} failed` : `Details of ${check.name}`}
            >
              {check.status === 'failed' ? 'See why' : 'Details'}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
