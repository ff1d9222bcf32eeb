import type { Role } from '../../../core/roles.ts'
import { Button } from './button.tsx'
import { SelectField } from './choice-field.tsx'
import type { FormErrors } from './form-errors.tsx'
import { roleChoices } from './role-fields.tsx'
import { TextField } from './text-field.tsx'

export type AddValues = { name: string; role: string }

type AddGranteeProps = {
  action: string
  label: string
  hint: string
  /** Names to choose from; any other that is there can be typed. */
  suggestions: readonly string[]
  roles: readonly Role[]
  values: AddValues
  errors: FormErrors
}

export function AddGrantee({ action, label, hint, suggestions, roles, values, errors }: AddGranteeProps) {
  return (
    <form method="post" action={action} class="form">
      <TextField
        name="name"
        label={label}
        value={values.name}
        error={errors['name']}
        hint={hint}
        autocomplete="off"
        suggestions={suggestions}
        required
        mono
      />
      <SelectField
        name="role"
        label="Role"
        choices={roleChoices(roles)}
        value={values.role}
        error={errors['role']}
        hint="At most your own role."
      />
      <div class="form-actions">
        <Button tone="primary" icon="person-add">
          Add
        </Button>
      </div>
    </form>
  )
}
