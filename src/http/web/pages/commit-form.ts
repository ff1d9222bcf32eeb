import { invalidField } from '../../../core/errors.ts'
import type { FileChanges } from '../../../features/contents/write-files.ts'
import { parseMessage } from '../../../features/contents/write-input.ts'
import type { CommitValues } from '../components/commit-fields.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import type { FormFields } from '../form-fields.ts'

export const newCommit: CommitValues = { message: '', target: 'same', new_branch: '' }

export function typedCommit(form: FormFields): CommitValues {
  return {
    message: form.text('message'),
    target: form.text('target') === 'new' ? 'new' : 'same',
    new_branch: form.text('new_branch').trim(),
  }
}

/** Where the commit goes, and what it says. */
export function readCommit(branch: string, values: CommitValues): Omit<FileChanges, 'operations'> {
  if (values.target === 'new' && values.new_branch === '') {
    throw invalidField('new_branch', 'required', 'must have a name')
  }
  return {
    branch,
    newBranch: values.target === 'new' ? values.new_branch : undefined,
    message: parseMessage('message', values.message),
  }
}

/** Errors of fields that nobody sees are said of the form as a whole. */
export function shownErrors({ sha, branch, ...errors }: FormErrors): FormErrors {
  const hidden = sha ?? branch
  return hidden === undefined ? errors : { form: hidden, ...errors }
}
