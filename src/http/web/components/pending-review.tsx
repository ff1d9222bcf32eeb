import { Button, LinkButton } from './button.tsx'
import { counted } from './counted.ts'
import { Icon } from './icon.tsx'

type PendingReviewProps = {
  /** The address of the pull request. */
  at: string
  count: number
  /** Null for those who may no longer say it. */
  finishHref: string | null
}

/** What the reader has written about lines and nobody else has seen: it is easily forgotten. */
export function PendingReview({ at, count, finishHref }: PendingReviewProps) {
  return (
    <form method="post" action={`${at}/review/discard`} class="panel pending-review">
      <Icon name="comment" />
      <span>You have {counted(count, 'pending comment')}, not visible to others yet.</span>
      <span class="merge-line-actions">
        {finishHref !== null && (
          <LinkButton size="small" href={finishHref}>
            Finish review
          </LinkButton>
        )}
        <Button size="small">Discard</Button>
      </span>
    </form>
  )
}
