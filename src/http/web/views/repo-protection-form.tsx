import type { ComponentChildren } from 'preact'
import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'
import type { Protected } from './repo-protections.tsx'

export type ProtectionFormProps<Values> = {
  chrome: Chrome
  repo: RepoHead
  /** Null for a new one. */
  id: string | null
  values: Values
  errors: FormErrors
  /** Of the branches or tags that are here, to choose from. */
  names: readonly string[]
  /** Names of checks that ran here lately. */
  seenChecks: readonly string[]
}

type RepoProtectionFormProps = Omit<ProtectionFormProps<{ pattern: string }>, 'seenChecks'> & {
  of: Protected
  /** Field name → its label, of those below the pattern. */
  fields: Readonly<Record<string, string>>
  children: ComponentChildren
}

export const roles = [
  { value: 'Developer', label: 'Developers and up' },
  { value: 'Maintainer', label: 'Maintainers and up' },
  { value: 'Owner', label: 'The owner' },
]

const texts = {
  branches: { label: 'Branches', one: 'branch', name: 'main', pattern: 'release/*' },
  tags: { label: 'Tags', one: 'tag', name: 'v1.0', pattern: 'v*' },
}

/** What is asked of a protection of either kind, around what is asked of one only. */
export function RepoProtectionForm(props: RepoProtectionFormProps) {
  const { chrome, repo, id, values, errors, names, of, fields, children } = props
  const { label, one, name, pattern } = texts[of]
  const base = `${repoUrl(repo)}/settings/${of}`
  return (
    <RepoSettingsFrame chrome={chrome} repo={repo} title={id === null ? `Protect ${of}` : 'Edit protection'}>
      <FormErrorSummary errors={errors} fields={{ pattern: label, ...fields }} />
      <form method="post" action={id === null ? `${base}/new` : `${base}/${id}/edit`} class="form">
        <TextField
          name="pattern"
          label={label}
          value={values.pattern}
          error={errors['pattern']}
          hint={
            <>
              A name or a pattern: <code>{name}</code>, <code>{pattern}</code>, <code>**</code>. If several match a{' '}
              {one}, each has to allow what is done.
            </>
          }
          maxlength={255}
          autocomplete="off"
          suggestions={names}
          required
          mono
        />
        {children}
        <div class="form-actions">
          <Button tone="primary">{id === null ? 'Protect' : 'Save'}</Button>
          <LinkButton href={base}>Cancel</LinkButton>
        </div>
      </form>
    </RepoSettingsFrame>
  )
}
