import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type ForgotPasswordProps = { chrome: Chrome; values: { email: string }; errors: FormErrors }

export function ForgotPasswordView({ chrome, values, errors }: ForgotPasswordProps) {
  return (
    <CenteredFrame
      chrome={chrome}
      title="Forgot your password?"
      lead={
        chrome.sendsMail
          ? 'We will send you a link to choose a new one.'
          : 'This service sends no mail: request a link here, then ask an administrator, who finds it under Administration, Mail.'
      }
      below={
        <p>
          Remembered it? <a href="/login">Sign in</a>
        </p>
      }
    >
      <form method="post" action="/forgot-password" class="form">
        <FormErrorSummary errors={errors} fields={{ email: 'E-mail' }} />
        <TextField
          name="email"
          type="email"
          label="E-mail of your account"
          value={values.email}
          error={errors['email']}
          autocomplete="email"
          autofocus
          required
        />
        <Button tone="primary" wide>
          {chrome.sendsMail ? 'Send the link' : 'Ask for a link'}
        </Button>
      </form>
    </CenteredFrame>
  )
}
