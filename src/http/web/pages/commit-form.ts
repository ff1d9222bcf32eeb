import { invalidField } from '../../../core/errors.ts'
import type { EditPlace } from '../../../features/contents/open-edit.ts'
import type { FileChanges } from '../../../features/contents/write-files.ts'
import { parseMessage } from '../../../features/contents/write-input.ts'
import { type RepoName, repoUrl } from '../code-urls.ts'
import type { CommitValues } from '../components/commit-fields.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import type { FormFields } from '../form-fields.ts'

type CommitPlace = Pick<EditPlace, 'branch' | 'canPush'>

/** Where the branch is protected against who writes, a new one is what will work. */
export function newCommit({ canPush }: CommitPlace, username: string): CommitValues {
  return canPush
    ? { message: '', target: 'same', new_branch: '' }
    : { message: '', target: 'new', new_branch: `${username}-patch-1` }
}

/** After a commit: where a pull request is opened, if that is the only way for it to get into the branch. */
export function nextPage(head: RepoName, { branch, canPush }: CommitPlace, made: string, usual: string): string {
  if (canPush || made === branch) return usual
  return `${repoUrl(head)}/pulls/new?${new URLSearchParams({ target: branch, source: made }).toString()}`
}

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
