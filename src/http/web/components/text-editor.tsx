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
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`
}
