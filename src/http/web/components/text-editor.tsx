import { Field, type FieldFrameProps } from './field.tsx'
import { TurnsWarning } from './turns-notice.tsx'

type TextEditorProps = FieldFrameProps & { value: string; readonly?: boolean | undefined; rows?: number | undefined }

/**
 * A file's text. HTML drops the first line break in a textarea, so one is put there that is not the file's. A script adds
 * numbers to the lines, keys that indent, and a bar to find things with.
 */
export function TextEditor(props: TextEditorProps) {
  return (
    <Field {...props}>
      {(control) => (
        <div class="code-editor" data-code-editor={props.readonly ? undefined : true}>
          <TurnsWarning text={props.value} />
          {!props.readonly && <Bar />}
          <div class="editor-frame">
            <div class="editor-gutter" aria-hidden="true" data-editor-gutter hidden />
            <textarea
              {...control}
              class="input input-area input-mono text-editor"
              name={props.name}
              rows={props.rows ?? 24}
              readonly={props.readonly}
              spellcheck={false}
              autocomplete="off"
              wrap="off"
              data-counts-lines={`${control.id}-lines`}
              dangerouslySetInnerHTML={{ __html: `\n${textareaHtml(props.value)}` }}
            />
          </div>
          <p class="field-hint">
            <span id={`${control.id}-lines`}>{linesIn(props.value)}</span>
            <span id={`${control.id}-keys`} data-editor-keys hidden>
              {' · '}Tab indents; Escape, then Tab, leaves the editor.
            </span>
          </p>
        </div>
      )}
    </Field>
  )
}

/**
 * All that means anything inside a textarea. In one go for each: a file has five mebibytes, of which the renderer's own
 * way would make a hundred thousand pieces.
 */
function textareaHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Hidden until a script can serve it. Nothing in it has a name: it is not sent. */
function Bar() {
  return (
    <div class="editor-bar" data-editor-bar hidden>
      <input
        type="search"
        class="input input-mono"
        placeholder="Find"
        aria-label="Find"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxlength={200}
        data-editor-find
      />
      <span class="editor-steps">
        <button type="button" class="button button-default button-small" data-editor-next>
          Next
        </button>
        <button type="button" class="button button-default button-small" data-editor-previous>
          Previous
        </button>
      </span>
      <input
        type="text"
        class="input input-mono editor-line"
        inputmode="numeric"
        placeholder="Line"
        aria-label="Go to line"
        autocomplete="off"
        maxlength={7}
        data-editor-line
      />
      <label class="editor-wrap">
        <input type="checkbox" data-editor-wrap />
        <span>Wrap lines</span>
      </label>
      <p class="muted" role="status" data-editor-status />
    </div>
  )
}

/** The last line need not end. */
function linesIn(text: string): string {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`
}
