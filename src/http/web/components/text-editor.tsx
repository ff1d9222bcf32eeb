import { Field, type FieldFrameProps } from './field.tsx'

type TextEditorProps = FieldFrameProps & { value: string; readonly?: boolean | undefined; rows?: number | undefined }

/** A file's text. HTML drops the first line break in a textarea, so one is put there that is not the file's. */
export function TextEditor(props: TextEditorProps) {
  return (
    <Field {...props}>
      {(control) => (
        <>
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
          >
            {`\n${props.value}`}
          </textarea>
          <p class="field-hint" id={`${control.id}-lines`}>
            {linesIn(props.value)}
          </p>
        </>
      )}
    </Field>
  )
}

/** The last line need not end. */
function linesIn(text: string): string {
  const breaks = text.split('\n').length
  const lines = text === '' ? 0 : text.endsWith('\n') ? breaks - 1 : breaks
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`
}
