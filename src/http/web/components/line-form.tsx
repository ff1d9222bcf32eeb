import { Button, LinkButton } from './button.tsx'
import { type EditorPlace, MarkdownEditor } from './markdown-editor.tsx'
import type { ShownText } from './shown-text.tsx'
import type { TalkPage } from './talk-edit.tsx'

export type LineFormProps = {
  /** The address of the pull request. */
  at: string
  page: TalkPage
  /** The page without the form. */
  cancelHref: string
  place: EditorPlace
  /** `f3-n12`: where the page comes back to. */
  anchor: string
  path: string
  side: 'old' | 'new'
  line: number
  startLine: string
  body: string
  preview: ShownText | undefined
  error: string | undefined
  /** May gather comments for a review. */
  canReview: boolean
  /** Has gathered some already: the next one most likely belongs to them. */
  isReviewing: boolean
}

/** A comment on a line, or on several up to it. */
export function LineForm(props: LineFormProps) {
  const name = nameOf(props)
  return (
    <form
      method="post"
      action={`${props.at}/comment-line${props.page.search}`}
      class="form line-form"
      aria-label={`Comment on ${name}`}
    >
      <input type="hidden" name="from" value={props.page.from} />
      <input type="hidden" name="on" value={props.anchor} />
      <input type="hidden" name="path" value={props.path} />
      <input type="hidden" name="side" value={props.side} />
      <input type="hidden" name="line" value={props.line} />
      <MarkdownEditor
        label={`Comment on ${name}`}
        // By the line itself: with another commit the same anchor may be in another file.
        id={`line-${props.side}-${props.line}-${encodeURIComponent(props.path)}`}
        value={props.body}
        error={props.error}
        preview={props.preview}
        rows={4}
        place={props.place}
        required
        autofocus
      />
      <div class="form-actions">
        <label class="line-from">
          From line{' '}
          <input
            type="text"
            class="input input-narrow"
            name="start_line"
            inputmode="numeric"
            value={props.startLine}
            placeholder={String(props.line)}
            maxlength={9}
          />{' '}
          to {props.line}
        </label>
        {props.canReview && (
          <Button name="review" value="1" icon="eye" tone={props.isReviewing ? 'primary' : 'default'}>
            Add to review
          </Button>
        )}
        <Button tone={props.canReview ? 'default' : 'primary'}>Comment now</Button>
        {props.side === 'new' && (
          <button type="button" class="button button-ghost" data-suggest hidden>
            Suggest a change
          </button>
        )}
        <LinkButton href={props.cancelHref} tone="ghost">
          Cancel
        </LinkButton>
      </div>
      <p class="field-hint">
        <span class="by-pointer keys-hint">
          For several lines, drag over their numbers, or press <kbd>Shift</kbd> and click the first.{' '}
        </span>
        <span class="by-touch keys-hint">For several lines, tap the number of the first. </span>A block fenced as{' '}
        <code>suggestion</code> can be committed directly.
      </p>
    </form>
  )
}

function nameOf({ side, line, startLine }: LineFormProps): string {
  const old = side === 'old' ? 'old ' : ''
  const first = Number(startLine)
  return first >= 1 && first < line ? `${old}lines ${first} to ${line}` : `${old}line ${line}`
}
