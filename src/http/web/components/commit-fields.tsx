import { FieldGroup } from './choice-field.tsx'
import type { FormErrors } from './form-errors.tsx'
import { Notice } from './notice.tsx'
import { Radio } from './radio.tsx'
import { TextAreaField, TextField } from './text-field.tsx'

export type CommitValues = { message: string; target: 'same' | 'new'; new_branch: string }

type CommitFieldsProps = {
  branch: string
  /** What the commit says where nothing is typed. */
  usual: string
  values: CommitValues
  errors: FormErrors
  /** The first commit of a repository makes its default branch. */
  onlyHere: boolean
  /** False where the branch is protected against who writes: then the change goes to a new one. */
  canPush: boolean
}

/** The fields of `CommitFields`, for the head of a form that came back. */
export const commitFieldNames = { message: 'Commit message', new_branch: 'New branch' }

/** What to say of the change, and where it goes. */
export function CommitFields({ branch, usual, values, errors, onlyHere, canPush }: CommitFieldsProps) {
  return (
    <>
      <TextAreaField
        name="message"
        label="Commit message"
        value={values.message}
        error={errors['message']}
        placeholder={usual}
        rows={3}
        optional
      />
      {!onlyHere && (
        <>
          {canPush ? (
            <FieldGroup legend="Commit to" id="target">
              <Radio
                name="target"
                value="same"
                chosen={values.target}
                label={
                  <>
                    <code class="break">{branch}</code>, this branch
                  </>
                }
              />
              <Radio name="target" value="new" chosen={values.target} label="a new branch" />
            </FieldGroup>
          ) : (
            <>
              <input type="hidden" name="target" value="new" />
              <Notice tone="info">
                <code class="break">{branch}</code> is protected: your change goes to a new branch, for a pull request.
              </Notice>
            </>
          )}
          <NewBranchField value={values.new_branch} errors={errors} hint="Starts at the head of this branch." />
        </>
      )}
    </>
  )
}

type NewBranchFieldProps = { value: string; errors: FormErrors; hint: string }

export function NewBranchField({ value, errors, hint }: NewBranchFieldProps) {
  return (
    <TextField
      name="new_branch"
      label={commitFieldNames.new_branch}
      value={value}
      error={errors['new_branch']}
      hint={hint}
      autocomplete="off"
      maxlength={244}
      mono
    />
  )
}
