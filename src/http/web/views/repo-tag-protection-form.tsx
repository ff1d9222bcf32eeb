import { SelectField } from '../components/choice-field.tsx'
import { type ProtectionFormProps, RepoProtectionForm, roles } from './repo-protection-form.tsx'

export type TagProtectionFormValues = { pattern: string; create_role: string; delete_role: string }

const fields = { create_role: 'Who may create them', delete_role: 'Who may delete them' }

const choices = [...roles, { value: 'Nobody', label: 'Nobody' }]

export function RepoTagProtectionFormView(props: ProtectionFormProps<TagProtectionFormValues>) {
  const { values, errors } = props
  return (
    <RepoProtectionForm {...props} of="tags" fields={fields}>
      <SelectField
        name="create_role"
        label={fields.create_role}
        choices={choices}
        value={values.create_role}
        error={errors['create_role']}
        hint="By a push, here, or with a release. Nobody can move one to another commit afterwards."
      />
      <SelectField
        name="delete_role"
        label={fields.delete_role}
        choices={choices}
        value={values.delete_role}
        error={errors['delete_role']}
      />
    </RepoProtectionForm>
  )
}
