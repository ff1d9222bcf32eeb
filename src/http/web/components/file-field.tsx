import { fileSize } from '../../../core/file-size.ts'
import { Field, type FieldFrameProps } from './field.tsx'

const mostFiles = 100
/** What a form takes, less what else is in it. */
const mostBytes = 25 * 1024 * 1024

type FileFieldProps = Omit<FieldFrameProps, 'name' | 'hint'> & {
  /** What else there is to know, after how much can be chosen. */
  hint: string
}

/**
 * Files from somebody's machine. The script lists them where they are chosen, takes those that are dropped there, and says
 * that they are too many, or too large.
 */
export function FileField({ hint, ...props }: FileFieldProps) {
  return (
    <Field {...props} name="files" hint={`Up to ${mostFiles} files, ${fileSize(mostBytes)} together. ${hint}`}>
      {(control) => (
        <div class="file-field" data-file-field>
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
          <DropHint />
          <ul class="chosen-files" role="list" aria-label="Chosen" data-chosen />
          <p class="muted" role="status" data-chosen-sum />
        </div>
      )}
    </Field>
  )
}

/** Shown where a script takes what is dropped. */
export function DropHint() {
  return (
    <p class="drop-hint" data-drop-hint hidden>
      Or drop files here.
    </p>
  )
}
