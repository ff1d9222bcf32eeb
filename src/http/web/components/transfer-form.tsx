import { Button, LinkButton } from './button.tsx'
import type { FormErrors } from './form-errors.tsx'
import { TextField } from './text-field.tsx'

export type TransferFormProps = {
  action: string
  /** Of the repository, as it is to be typed. */
  name: string
  newOwner: string
  hint: string
  /** Names to choose from. */
  suggestions: readonly string[]
  errors: FormErrors
  backHref: string
}

/** Who a repository is to belong to. */
export function TransferForm({ action, name, newOwner, hint, suggestions, errors, backHref }: TransferFormProps) {
  return (
    <form method="post" action={action} class="form" data-typed-confirmation={name}>
      <TextField
        name="new_owner"
        label="New owner"
        value={newOwner}
        error={errors['new_owner']}
        hint={hint}
        autocomplete="off"
        suggestions={suggestions}
        required
        mono
      />
      <TextField
        name="confirm"
        label={`Type ${name} to confirm`}
        error={errors['confirm']}
        autocomplete="off"
        required
        mono
      />
      <div class="form-actions">
        <Button tone="danger">Transfer repository</Button>
        <LinkButton href={backHref}>Cancel</LinkButton>
      </div>
    </form>
  )
}
