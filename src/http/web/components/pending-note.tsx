import { Badge } from './badge.tsx'
import { LinkButton } from './button.tsx'
import { Confirm } from './confirm.tsx'
import type { EditorPlace } from './markdown-editor.tsx'
import { SaidParts, type TalkPart } from './talk.tsx'
import { editHref, pageHref, type TalkDraft, TalkEdit, type TalkPage } from './talk-edit.tsx'

type PendingNoteProps = {
  id: string
  /** `lines 3–5`; null for the line that it stands under. */
  where: string | null
  parts: readonly TalkPart[]
  /** The address of the pull request. */
  at: string
  page: TalkPage
  place: EditorPlace
  draft: TalkDraft
}

/** Written for a review that is not submitted: only its author sees it, and may think again. */
export function PendingNote({ id, where, parts, at, page, place, draft }: PendingNoteProps) {
  const anchor = `pending-${id}`
  const isEdited = draft.anchor === anchor
  return (
    <article class="talk talk-pending" id={anchor} aria-label="Pending comment">
      <div class="talk-byline">
        <Badge tone="warning">Pending</Badge>
        {where !== null && <span>On {where}</span>}
        <span class="muted">Only you see this until you submit your review.</span>
        <div class="talk-tools">
          {!isEdited && (
            <LinkButton size="small" tone="ghost" href={editHref(at, page, id, anchor)}>
              Edit
            </LinkButton>
          )}
          <Confirm
            id={`delete-${anchor}`}
            trigger="Delete"
            isBare
            title="Delete this pending comment?"
            action={`${at}/pending/${id}/delete${page.search}`}
            confirm="Delete comment"
          >
            <p>Its text will be lost.</p>
          </Confirm>
        </div>
      </div>
      {isEdited ? (
        <TalkEdit
          action={`${at}/pending/${id}/edit`}
          page={page}
          cancelHref={`${pageHref(at, page)}#${anchor}`}
          place={place}
          draft={draft}
        />
      ) : (
        <SaidParts parts={parts} />
      )}
    </article>
  )
}
