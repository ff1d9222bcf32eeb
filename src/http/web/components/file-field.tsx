import { fileSize } from '../../../core/file-size.ts'
import { Field, type FieldFrameProps } from './field.tsx'

const mostFiles = 100
/** What a form takes, less what else is in it. */
const mostBytes = 25 * 1024 * 1024

/** Where a script sends files that are larger than a form takes. */
type LargeFiles = {
  /** Where the API makes what they belong to. */
  to: string
  /** What they belong to, if it is there already. */
  release: string | null
  eachBytes: number
}

type FileFieldProps = Omit<FieldFrameProps, 'name' | 'hint'> & {
  /** What else there is to know, after how much can be chosen. */
  hint?: string | undefined
  large?: LargeFiles | undefined
}

/**
 * Files from somebody's machine. The script lists them where they are chosen, takes those that are dropped there, and says
 * that they are too many, or too large.
 */
export function FileField({ hint = '', large, ...props }: FileFieldProps) {
  const most = large
    ? `Up to ${mostFiles} files of ${fileSize(large.eachBytes)} each; without scripts, ${fileSize(mostBytes)} together.`
    : `Up to ${mostFiles} files, ${fileSize(mostBytes)} together.`
  return (
    <Field {...props} name="files" hint={`${most} ${hint}`.trim()}>
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
            data-each-bytes={large?.eachBytes}
            data-uploads-to={large?.to}
            data-release={large?.release ?? undefined}
          />
          <DropHint />
          <ul class="chosen-files" role="list" aria-label="Chosen" data-chosen />
          <p class="muted" role="status" data-chosen-sum />
          {large && <ul class="upload-list" role="list" aria-label="Uploads" data-uploads />}
        </div>
      )}
    </Field>
  )
}

/** Shown where a script takes what is dropped. */
function DropHint() {
  return (
    <p class="drop-hint" data-drop-hint hidden>
      Or drop files here.
    </p>
  )
}
