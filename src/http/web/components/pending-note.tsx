import { Badge } from './badge.tsx'

/** Written for a review that is not submitted: only its author sees it. */
export function PendingNote({ body }: { body: string }) {
  return (
    <div class="talk talk-pending">
      <p>
        <Badge tone="warning">Pending</Badge> <span class="muted">Only you see this until you submit your review.</span>
      </p>
      <pre class="plain-text">{body}</pre>
    </div>
  )
}
