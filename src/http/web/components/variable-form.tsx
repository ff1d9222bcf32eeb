import { Button, LinkButton } from './button.tsx'
import { Checkbox } from './choice-field.tsx'
import type { FormErrors } from './form-errors.tsx'
import { TextAreaField, TextField } from './text-field.tsx'

export type VariableValues = { key: string; value: string; secret: boolean; protected_only: boolean }

export const variableFieldNames = { key: 'Name', value: 'Value' }

type VariableFormProps = {
  action: string
  values: VariableValues
  errors: FormErrors
  /** One that is there already: where to go back to, and whether it has a value that is not shown. */
  saved: { isSecret: boolean; back: string } | null
}

export function VariableForm({ action, values, errors, saved }: VariableFormProps) {
  const keeps = saved?.isSecret === true
  return (
    <form method="post" action={action} class="form narrow">
      <TextField
        name="key"
        label="Name"
        value={values.key}
        error={errors['key']}
        hint="Capital letters, digits and underscores. Names that decide what runs, such as PATH, are refused."
        placeholder="DEPLOY_TOKEN"
        maxlength={100}
        autocomplete="off"
        required
        mono
      />
      <TextAreaField
        name="value"
        label="Value"
        value={values.value}
        error={errors['value']}
        hint={
          keeps
            ? 'A value is set; it is never shown. Leave empty to keep it.'
            : 'As jobs see it in their environment, 64 KiB at most.'
        }
        rows={3}
        optional={keeps}
        mono
      />
      <Checkbox
        name="secret"
        checked={values.secret}
        label="Secret"
        hint="Kept encrypted, never shown again, replaced by *** in logs, and not given to pull requests of forks."
      />
      <Checkbox
        name="protected_only"
        checked={values.protected_only}
        label="Protected branches and tags only"
        hint="Pipelines of other branches and of pull requests do not get it."
      />
      <div class="form-actions">
        <Button tone="primary">{saved === null ? 'Add variable' : 'Save'}</Button>
        {saved !== null && <LinkButton href={saved.back}>Cancel</LinkButton>}
      </div>
    </form>
  )
}
