import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { SelectField } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

export type TagProtectionFormValues = { pattern: string; create_role: string; delete_role: string }

export type RepoTagProtectionFormProps = {
  chrome: Chrome
  repo: RepoHead
  /** Null for a new one. */
  id: string | null
  values: TagProtectionFormValues
  errors: FormErrors
}

const fields = { pattern: 'Tags', create_role: 'Who may create them', delete_role: 'Who may delete them' }

const roles = [
  { value: 'Developer', label: 'Developers and up' },
  { value: 'Maintainer', label: 'Maintainers and up' },
  { value: 'Owner', label: 'The owner' },
  { value: 'Nobody', label: 'Nobody' },
]

export function RepoTagProtectionFormView({ chrome, repo, id, values, errors }: RepoTagProtectionFormProps) {
  const base = `${repoUrl(repo)}/settings/tags`
  return (
    <RepoSettingsFrame chrome={chrome} repo={repo} title={id === null ? 'Protect tags' : 'Edit protection'}>
      <FormErrorSummary errors={errors} fields={fields} />
      <form method="post" action={id === null ? `${base}/new` : `${base}/${id}/edit`} class="form">
        <TextField
          name="pattern"
          label="Tags"
          value={values.pattern}
          error={errors['pattern']}
          hint={
            <>
              A name or a pattern: <code>v1.0</code>, <code>v*</code>, <code>**</code>. If several match a tag, each has
              to allow what is done.
            </>
          }
          maxlength={255}
          autocomplete="off"
          required
          mono
        />
        <SelectField
          name="create_role"
          label="Who may create them"
          choices={roles}
          value={values.create_role}
          error={errors['create_role']}
          hint="By a push, here, or with a release. Nobody can move one to another commit afterwards."
        />
        <SelectField
          name="delete_role"
          label="Who may delete them"
          choices={roles}
          value={values.delete_role}
          error={errors['delete_role']}
        />
        <div class="form-actions">
          <Button tone="primary">{id === null ? 'Protect' : 'Save'}</Button>
          <LinkButton href={base}>Cancel</LinkButton>
        </div>
      </form>
    </RepoSettingsFrame>
  )
}
