import { Field } from './field.tsx'
import { MarkdownTools } from './markdown-tools.tsx'
import { type ShownText, TextBody } from './shown-text.tsx'

export type EditorPlace = {
  /** The repository's own address, from which previews, suggestions and uploads are found. */
  base: string
  owner: string
  slug: string
}

export type MarkdownEditorProps = {
  name?: string | undefined
  label: string
  isLabelHidden?: boolean | undefined
  id?: string | undefined
  value: string
  hint?: string | undefined
  error?: string | undefined
  rows?: number | undefined
  longest?: number | undefined
  placeholder?: string | undefined
  required?: boolean | undefined
  autofocus?: boolean | undefined
  place: EditorPlace
  /** What the text looks like, where the form came back to show it. */
  preview?: ShownText | undefined
}

/**
 * Markdown with a preview. Without a script the preview is a button of the form that sends it and gets it back; with
 * one it is there at once, names and numbers are completed, and files that are pasted are sent along.
 */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { place, name = 'body', value } = props
  const id = props.id ?? `field-${name}`
  return (
    <div
      class="md-editor"
      data-md-editor
      data-preview-at={`${place.base}/preview`}
      data-suggest-at={`${place.base}/suggest`}
      data-upload-at={`/api/v1/repos/${place.owner}/${place.slug}/attachments`}
    >
      <Field
        name={name}
        label={props.label}
        isLabelHidden={props.isLabelHidden}
        id={id}
        hint={props.hint}
        error={props.error}
      >
        {(control) => (
          <>
            <MarkdownTools field={id} />
            <textarea
              {...control}
              class="input input-area md-text"
              name={name}
              rows={props.rows ?? 8}
              placeholder={props.placeholder}
              required={props.required}
              autofocus={props.autofocus}
              maxlength={props.longest ?? 65_536}
            >
              {/* HTML drops the first line break in a textarea. */}
              {value.startsWith('\n') ? `\n${value}` : value}
            </textarea>
          </>
        )}
      </Field>
      <div class="md-preview" data-md-preview hidden={props.preview === undefined} aria-live="polite">
        {props.preview && <TextBody text={props.preview} empty="Nothing to show yet." />}
      </div>
      <p class="md-sending" role="status" data-md-sending hidden />
      <div class="md-refused" role="alert" data-md-refused />
      <div class="md-foot">
        <p class="field-hint">
          Markdown. <code>@name</code> mentions somebody, <code>#12</code> links.
          <span data-md-files hidden>
            {' '}
            Paste or drop files to add them.
          </span>
        </p>
        <button type="submit" name="preview" value="1" class="button button-ghost button-small" formnovalidate>
          <span data-md-toggle>Preview</span>
        </button>
      </div>
    </div>
  )
}
