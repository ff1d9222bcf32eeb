import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type ResetPasswordProps = { chrome: Chrome; values: { token: string }; errors: FormErrors }

export function ResetPasswordView({ chrome, values, errors }: ResetPasswordProps) {
  return (
    <CenteredFrame
      chrome={chrome}
      title="Choose a new password"
      lead="This signs you out on every device. Tokens and SSH keys keep working."
    >
      <form method="post" action="/reset-password" class="form">
        <FormErrorSummary errors={errors} fields={{ password: 'New password' }} />
        <input type="hidden" name="token" value={values.token} />
        <TextField
          name="password"
          type="password"
          label="New password"
          error={errors['password']}
          hint="At least 10 characters, and not a common one."
          autocomplete="new-password"
          minlength={10}
          autofocus
          required
        />
        <Button tone="primary" wide>
          Save the password
        </Button>
      </form>
    </CenteredFrame>
  )
}
