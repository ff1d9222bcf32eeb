import { Checkbox, FieldGroup, SelectField } from '../components/choice-field.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'
import { type ProtectionFormProps, RepoProtectionForm, roles } from './repo-protection-form.tsx'

export type BranchProtectionFormValues = {
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

const fields = {
  push_role: 'Who may push',
  allowed_pushers: 'Also allowed to push',
  merge_role: 'Who may merge',
  required_approvals: 'Approvals',
  required_checks: 'Checks',
}

export function RepoBranchProtectionFormView(props: ProtectionFormProps<BranchProtectionFormValues>) {
  const { values, errors } = props
  return (
    <RepoProtectionForm {...props} of="branches" fields={fields}>
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
    </RepoProtectionForm>
  )
}
