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
  required_checks: readonly string[]
  require_resolved_conversations: boolean
  require_up_to_date: boolean
  require_code_owner_approval: boolean
  require_last_push_approval: boolean
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
      <FieldGroup legend="Whose approval counts" id="whose-approval">
        <Checkbox
          name="dismiss_stale_approvals"
          checked={values.dismiss_stale_approvals}
          label="Ignore approvals of older commits"
          hint="After a push that changes anything they do not count any more."
        />
        <Checkbox
          name="require_last_push_approval"
          checked={values.require_last_push_approval}
          label="Somebody else has to approve the last push"
          hint="The approval of whoever pushed last does not count."
        />
        <Checkbox
          name="require_code_owner_approval"
          checked={values.require_code_owner_approval}
          label="Owners of changed files have to approve"
          hint={
            <>
              For each file that has owners in <code>CODEOWNERS</code>, one of them. A file is left out if none of its
              owners can approve.
            </>
          }
        />
      </FieldGroup>
      <FieldGroup legend="Before merging" id="before-merging">
        <Checkbox
          name="require_resolved_conversations"
          checked={values.require_resolved_conversations}
          label="All conversations have to be resolved"
        />
        <Checkbox
          name="require_up_to_date"
          checked={values.require_up_to_date}
          label="The branch has to be up to date"
          hint="Checks then run on what will be merged. After each merge the others have to be updated."
        />
      </FieldGroup>
      <Checks {...props} />
    </RepoProtectionForm>
  )
}

/** Those that ran here lately are ticked; any other is typed. */
function Checks({ values, errors, seenChecks }: ProtectionFormProps<BranchProtectionFormValues>) {
  const wanted = new Set(values.required_checks)
  const others = [...wanted].filter((name) => !seenChecks.includes(name))
  const isOffered = seenChecks.length > 0
  const field = (
    <TextAreaField
      name="required_checks"
      label={isOffered ? 'Other checks' : 'Required checks'}
      value={others.join('\n')}
      error={errors['required_checks']}
      hint={
        <>
          One name per line, as a pull request shows them.
          {!isOffered && (
            <>
              {' '}
              That of the pipeline is <code>ci</code>.
            </>
          )}
        </>
      }
      rows={isOffered ? 2 : 3}
      optional
      mono
    />
  )
  if (!isOffered) return field
  return (
    <>
      <FieldGroup legend="Required checks" id="required-checks" hint="Those that ran here lately.">
        {seenChecks.map((name, at) => (
          <Checkbox
            key={name}
            id={`check-${at}`}
            name="check"
            value={name}
            checked={wanted.has(name)}
            label={<code class="break">{name}</code>}
          />
        ))}
      </FieldGroup>
      {field}
    </>
  )
}
