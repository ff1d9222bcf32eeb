import { Badge, type BadgeTone } from './badge.tsx'
import { Button, LinkButton } from './button.tsx'
import { Person } from './comment-card.tsx'
import { Icon, type IconName } from './icon.tsx'
import type { EditorPlace } from './markdown-editor.tsx'
import { type ShownText, TextBody } from './shown-text.tsx'
import { editHref, pageHref, type TalkDraft, TalkEdit, type TalkPage } from './talk-edit.tsx'
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
  canEdit: boolean
}

type VerdictLineProps = {
  review: ReviewVerdict
  /** The address of the pull request. */
  at: string
  page: TalkPage
  place: EditorPlace
  /** What is being written, here or elsewhere on the page. */
  draft: TalkDraft
}

export const verdictLooks: Readonly<Record<VerdictState, { icon: IconName; tone: BadgeTone; words: string }>> = {
  approved: { icon: 'check-circle', tone: 'open', words: 'approved these changes' },
  changes_requested: { icon: 'x-circle', tone: 'failed', words: 'requested changes' },
  commented: { icon: 'eye', tone: 'neutral', words: 'reviewed' },
}

/** A verdict in the conversation, with what was said along with it. */
export function VerdictLine({ review, at, page, place, draft }: VerdictLineProps) {
  const look = verdictLooks[review.state]
  const anchor = `review-${review.id}`
  return (
    <div class={`event review review-${review.state}`} id={anchor}>
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
        {draft.anchor === anchor ? (
          <TalkEdit
            action={`${at}/reviews/${review.id}/edit`}
            page={page}
            cancelHref={`${pageHref(at, page)}#${anchor}`}
            place={place}
            draft={draft}
            label="Review"
          />
        ) : (
          review.text !== null && (
            <div class="panel review-text">
              <TextBody text={review.text} empty="" />
              {review.canEdit && (
                <p class="review-edit">
                  <LinkButton
                    size="small"
                    tone="ghost"
                    href={editHref(at, page, review.id, anchor)}
                    label="Edit review"
                  >
                    Edit
                  </LinkButton>
                </p>
              )}
            </div>
          )
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
