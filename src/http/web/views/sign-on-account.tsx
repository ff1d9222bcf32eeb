import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type SignOnAccountProps = {
  chrome: Chrome
  /** Where they have signed in. */
  provider: string
  /** The address that came from there; null where the person has to give one. */
  email: string | null
  values: { username: string; email: string }
  errors: FormErrors
}

/** The last step of a first sign-in: all that the provider has not said, or not in a way that fits. */
export function SignOnAccountView({ chrome, provider, email, values, errors }: SignOnAccountProps) {
  return (
    <CenteredFrame
      chrome={chrome}
      title="Choose your name"
      lead={email === null ? `You signed in with ${provider}.` : `You signed in with ${provider} as ${email}.`}
      below={
        <p>
          Have an account? <a href="/login">Sign in</a> to it, and link it in its security settings.
        </p>
      }
    >
      <form method="post" action="/login/oidc/account" class="form">
        <FormErrorSummary errors={errors} fields={{ username: 'Username', email: 'E-mail' }} />
        <TextField
          name="username"
          label="Username"
          value={values.username}
          error={errors['username']}
          hint="Letters, digits, dots, dashes, underscores."
          autocomplete="username"
          maxlength={100}
          autofocus
          required
        />
        {email === null && (
          <TextField
            name="email"
            type="email"
            label="E-mail"
            value={values.email}
            error={errors['email']}
            autocomplete="email"
            required
          />
        )}
        <Button tone="primary" wide>
          Create account
        </Button>
      </form>
    </CenteredFrame>
  )
}
