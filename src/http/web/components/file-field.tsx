import { Field, type FieldFrameProps } from './field.tsx'

const mostFiles = 100
/** What a form takes, less what else is in it. */
const mostBytes = 25 * 1024 * 1024

type FileFieldProps = Omit<FieldFrameProps, 'name' | 'hint'> & {
  /** What else there is to know, after how much can be chosen. */
  hint: string
}

/** Files from somebody's machine. The script says where they are chosen that they are too many, or too large. */
export function FileField({ hint, ...props }: FileFieldProps) {
  return (
    <Field {...props} name="files" hint={`Up to ${mostFiles}, and 25 MiB together. ${hint}`}>
      {(control) => (
        <input
          {...control}
          class="input input-file"
          type="file"
          name="files"
          multiple
          required={props.optional !== true}
          data-most-files={mostFiles}
          data-most-bytes={mostBytes}
        />
      )}
    </Field>
  )
}
