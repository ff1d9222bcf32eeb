import { Button, LinkButton } from './button.tsx'
import { Notice } from './notice.tsx'

export type LineFormProps = {
  /** The address of the pull request. */
  at: string
  /** The page without the form. */
  cancelHref: string
  /** `f3-n12`: where the page comes back to. */
  anchor: string
  path: string
  side: 'old' | 'new'
  line: number
  startLine: string
  body: string
  error: string | undefined
  /** May gather comments for a review. */
  canReview: boolean
}

/** A comment on a line, or on several up to it. */
export function LineForm(props: LineFormProps) {
  const name = props.side === 'old' ? `old line ${props.line}` : `line ${props.line}`
  return (
    <form method="post" action={`${props.at}/comment-line`} class="form line-form" aria-label={`Comment on ${name}`}>
      {props.error !== undefined && (
        <Notice tone="danger" live>
          {props.error}
        </Notice>
      )}
      <input type="hidden" name="from" value="files" />
      <input type="hidden" name="on" value={props.anchor} />
      <input type="hidden" name="path" value={props.path} />
      <input type="hidden" name="side" value={props.side} />
      <input type="hidden" name="line" value={props.line} />
      <textarea
        class="input input-area"
        name="body"
        rows={4}
        aria-label={`Comment on ${name}`}
        required
        autofocus
        maxlength={65_536}
      >
        {props.body.startsWith('\n') ? `\n${props.body}` : props.body}
      </textarea>
      <div class="form-actions">
        <label class="line-from">
          From line{' '}
          <input
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
          <Button name="review" value="1" icon="eye">
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
        Markdown. A block fenced as <code>suggestion</code> can be committed directly.
      </p>
    </form>
  )
}
