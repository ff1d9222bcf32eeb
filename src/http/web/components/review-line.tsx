import { Badge, type BadgeTone } from './badge.tsx'
import { Button } from './button.tsx'
import { Person } from './comment-card.tsx'
import { Icon, type IconName } from './icon.tsx'
import { type ShownText, TextBody } from './shown-text.tsx'
import { Time } from './time.tsx'

export type VerdictState = 'approved' | 'changes_requested' | 'commented'

export type ReviewVerdict = {
  id: string
  author: string | null
  state: VerdictState
  at: string
  text: ShownText | null
  isStale: boolean
  dismissed: { by: string | null; why: string } | null
  canDismiss: boolean
}

export const verdictLooks: Readonly<Record<VerdictState, { icon: IconName; tone: BadgeTone; words: string }>> = {
  approved: { icon: 'check-circle', tone: 'open', words: 'approved these changes' },
  changes_requested: { icon: 'x-circle', tone: 'failed', words: 'requested changes' },
  commented: { icon: 'eye', tone: 'neutral', words: 'reviewed' },
}

/** A verdict in the conversation, with what was said along with it. */
export function VerdictLine({ review, at }: { review: ReviewVerdict; at: string }) {
  const look = verdictLooks[review.state]
  return (
    <div class={`event review review-${review.state}`} id={`review-${review.id}`}>
      <span class="event-icon">
        <Icon name={look.icon} />
      </span>
      <div class="review-main">
        <p>
          <Person username={review.author} /> {look.words} <Time at={review.at} />{' '}
          {review.isStale && review.state !== 'commented' && <Badge tone="warning">On an earlier version</Badge>}
          {review.dismissed !== null && <Badge tone="canceled">Dismissed</Badge>}
        </p>
        {review.dismissed !== null && review.dismissed.why !== '' && <p class="muted">{review.dismissed.why}</p>}
        {review.text !== null && (
          <div class="panel review-text">
            <TextBody text={review.text} empty="" />
          </div>
        )}
        {review.canDismiss && (
          <details class="disclosure review-dismiss">
            <summary aria-label={`Dismiss the review of ${review.author ?? 'a deleted user'}`}>Dismiss</summary>
            <form method="post" action={`${at}/reviews/${review.id}/dismiss`} class="form">
              <input
                class="input"
                name="message"
                placeholder="Why"
                aria-label="Reason for dismissing"
                maxlength={255}
              />
              <Button size="small">Dismiss</Button>
            </form>
          </details>
        )}
      </div>
    </div>
  )
}
