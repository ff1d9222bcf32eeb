import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox, FieldGroup, SelectField } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

export type ProtectionFormValues = {
  pattern: string
  push_role: string
  merge_role: string
  allowed_pushers: string
  allow_force_push: boolean
  allow_delete: boolean
  required_approvals: string
  dismiss_stale_approvals: boolean
  required_checks: string
}

export type RepoProtectionFormProps = {
  chrome: Chrome
  repo: RepoHead
  /** Null for a new one. */
  id: string | null
  values: ProtectionFormValues
  errors: FormErrors
}

const fields = {
  pattern: 'Branches',
  push_role: 'Who may push',
  allowed_pushers: 'Also allowed to push',
  merge_role: 'Who may merge',
  required_approvals: 'Approvals',
  required_checks: 'Checks',
}

const roles = [
  { value: 'Developer', label: 'Developers and up' },
  { value: 'Maintainer', label: 'Maintainers and up' },
  { value: 'Owner', label: 'The owner' },
]

export function RepoProtectionFormView({ chrome, repo, id, values, errors }: RepoProtectionFormProps) {
  const base = `${repoUrl(repo)}/settings/branches`
  return (
    <RepoSettingsFrame chrome={chrome} repo={repo} title={id === null ? 'Protect branches' : 'Edit protection'}>
      <FormErrorSummary errors={errors} fields={fields} />
      <form method="post" action={id === null ? `${base}/new` : `${base}/${id}/edit`} class="form">
        <TextField
          name="pattern"
          label="Branches"
          value={values.pattern}
          error={errors['pattern']}
          hint={
            <>
              A name or a pattern: <code>main</code>, <code>release/*</code>, <code>**</code>. If several match a
              branch, each has to allow what is done.
            </>
          }
          maxlength={255}
          autocomplete="off"
          required
          mono
        />
        <SelectField
          name="push_role"
          label="Who may push"
          choices={[...roles, { value: 'Nobody', label: 'Nobody: by pull request only' }]}
          value={values.push_role}
          error={errors['push_role']}
        />
        <TextField
          name="allowed_pushers"
          label="Also allowed to push"
          value={values.allowed_pushers}
          error={errors['allowed_pushers']}
          hint="Usernames, separated by spaces, of people whose role alone would not allow it."
          autocomplete="off"
          optional
          mono
        />
        <SelectField
          name="merge_role"
          label="Who may merge a pull request"
          choices={roles}
          value={values.merge_role}
          error={errors['merge_role']}
        />
        <FieldGroup legend="History" id="history">
          <Checkbox
            name="allow_force_push"
            checked={values.allow_force_push}
            label="Allow force pushes"
            hint="A force push can discard commits."
          />
          <Checkbox name="allow_delete" checked={values.allow_delete} label="Allow deleting the branch" />
        </FieldGroup>
        <TextField
          name="required_approvals"
          label="Required approvals of a pull request"
          value={values.required_approvals}
          error={errors['required_approvals']}
          hint="From 0 to 10."
          inputmode="numeric"
          autocomplete="off"
          narrow
        />
        <Checkbox
          name="dismiss_stale_approvals"
          checked={values.dismiss_stale_approvals}
          label="Ignore approvals of older commits"
        />
        <TextAreaField
          name="required_checks"
          label="Required checks"
          value={values.required_checks}
          error={errors['required_checks']}
          hint="One name per line."
          rows={3}
          optional
          mono
        />
        <div class="form-actions">
          <Button tone="primary">{id === null ? 'Protect' : 'Save'}</Button>
          <LinkButton href={base}>Cancel</LinkButton>
        </div>
      </form>
    </RepoSettingsFrame>
  )
}
