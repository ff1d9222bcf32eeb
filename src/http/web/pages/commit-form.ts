import { invalidField } from '../../../core/errors.ts'
import type { EditPlace } from '../../../features/contents/open-edit.ts'
import type { FileChanges } from '../../../features/contents/write-files.ts'
import { parseMessage } from '../../../features/contents/write-input.ts'
import { freeBranchName } from '../../../features/refs/free-branch-name.ts'
import type { RepoName } from '../code-urls.ts'
import type { CommitValues } from '../components/commit-fields.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import type { FormFields } from '../form-fields.ts'
import { done, type PageAnswer } from '../page-route.ts'
import { newPullUrl } from '../pull-urls.ts'
import type { RepoCall } from '../repo-page.ts'

type CommitPlace = Pick<EditPlace, 'branch' | 'canPush'>

/** Where the branch is protected against who writes, a new one is what will work. */
export async function newCommit(
  { app, actor, frame }: Pick<RepoCall<'session'>, 'app' | 'actor' | 'frame'>,
  { canPush }: CommitPlace,
): Promise<CommitValues> {
  const name = await freeBranchName(app, frame.repo, actor.user)
  return { message: '', target: canPush ? 'same' : 'new', new_branch: name }
}

/**
 * After a commit: to what was changed; on a new branch a pull request is a step further, and the page to go to where that is
 * the only way for it to get into the branch.
 */
export function afterCommit(
  head: RepoName,
  { branch, canPush }: CommitPlace,
  made: string,
  { usual, said }: { readonly usual: string; readonly said: string },
): PageAnswer {
  if (made === branch) return done(usual, said)
  const href = newPullUrl(head, branch, made)
  return canPush ? done(usual, said, { href, label: 'Open a pull request' }) : done(href, said)
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
