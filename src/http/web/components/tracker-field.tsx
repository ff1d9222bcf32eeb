import { SelectField } from './choice-field.tsx'
import type { FormErrors } from './form-errors.tsx'

export const trackerFieldName = { tracker: 'Issues and pull requests from' }

const choices = [
  { value: '', label: 'None' },
  { value: 'github', label: 'GitHub' },
  { value: 'gitea', label: 'Gitea or Forgejo' },
  { value: 'gitlab', label: 'GitLab' },
]

export function trackerName(kind: string): string {
  return choices.find(({ value }) => value === kind)?.label ?? kind
}

/** What else is to come with a repository, and from what kind of server. */
export function TrackerField({ value, errors }: { value: string; errors: FormErrors }) {
  return (
    <SelectField
      name="tracker"
      label={trackerFieldName.tracker}
      choices={choices}
      value={value}
      error={errors['tracker']}
      hint="They keep their numbers. The token must be allowed to read them; it is kept sealed until all is here."
    />
  )
}
