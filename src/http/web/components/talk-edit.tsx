import { Button, LinkButton } from './button.tsx'
import { type EditorPlace, MarkdownEditor } from './markdown-editor.tsx'
import { Overtaken, type OvertakenText, saveWord } from './overtaken.tsx'
import type { ShownText } from './shown-text.tsx'

/** A text that somebody is writing about lines: a form was asked for, or came back. */
export type TalkDraft = {
  /** `said-…` and `pending-…` for what is said in other words, `answer-…` for what answers a conversation. */
  anchor: string | null
  body: string
  preview: ShownText | undefined
  error: string | undefined
  /** As of a `Draft`. */
  seen: string
  overtaken: OvertakenText | null
}

/** The page that a form about lines leads back to, and what its address says besides. */
export type TalkPage = { from: 'files' | 'conversation'; search: string }

type TalkEditProps = {
  action: string
  page: TalkPage
  /** The page without the form. */
  cancelHref: string
  place: EditorPlace
  draft: TalkDraft
  /** What is edited. */
  label?: string | undefined
}

/** Stands in place of a comment on lines while it is being edited. */
export function TalkEdit({ action, page, cancelHref, place, draft, label = 'Comment' }: TalkEditProps) {
  return (
    <form method="post" action={`${action}${page.search}`} class="form talk-edit">
      {draft.overtaken !== null && <Overtaken now={draft.overtaken} />}
      <input type="hidden" name="from" value={page.from} />
      <input type="hidden" name="seen" value={draft.seen} />
      <MarkdownEditor
        label={label}
        isLabelHidden
        id={`edit-${draft.anchor ?? ''}`}
        value={draft.body}
        error={draft.error}
        preview={draft.preview}
        rows={4}
        place={place}
        required
        autofocus
      />
      <div class="form-actions">
        <Button size="small" tone="primary">
          {saveWord(draft.overtaken)}
        </Button>
        <LinkButton size="small" href={cancelHref}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}

/** Where the same page has the form for a comment in its place. */
export function editHref(at: string, { from, search }: TalkPage, id: string, anchor: string): string {
  const query = new URLSearchParams(search)
  query.set('edit', id)
  return `${pageHref(at, { from, search: `?${query.toString()}` })}#${anchor}`
}

export function pageHref(at: string, { from, search }: TalkPage): string {
  return `${at}${from === 'files' ? '/files' : ''}${search}`
}
