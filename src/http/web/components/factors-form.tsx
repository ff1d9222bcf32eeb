import { Button } from './button.tsx'
import type { FormErrors } from './form-errors.tsx'
import { TextField } from './text-field.tsx'

type FactorsFormProps = {
  action: string
  /** What it is for, in a word that no other form of the page begins its ids with. */
  purpose: string
  /** Why all of it is asked for once more. */
  why: string
  twoFactor: boolean
  errors: FormErrors
}

/** Everything that signing in asks for, before somebody gets another way in. */
export function FactorsForm({ action, purpose, why, twoFactor, errors }: FactorsFormProps) {
  return (
    <form method="post" action={action} class="form">
      <p>{why}</p>
      <TextField
        name="password"
        id={`${purpose}-password`}
        type="password"
        label="Password"
        autocomplete="current-password"
        required
      />
      {twoFactor && (
        <TextField
          name="code"
          id={`${purpose}-code`}
          label="Code"
          error={errors['code']}
          hint="From your authenticator, or a recovery code."
          autocomplete="one-time-code"
          required
          mono
          narrow
        />
      )}
      <div class="form-actions">
        <Button>Continue</Button>
      </div>
    </form>
  )
}
