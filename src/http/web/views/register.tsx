import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type RegisterProps = {
  chrome: Chrome
  values: { username: string; email: string; redirect_to: string }
  errors: FormErrors
  /** Nobody has an account yet: this one will administer the place. */
  firstAccount: boolean
}

export function RegisterView({ chrome, values, errors, firstAccount }: RegisterProps) {
  const host = new URL(chrome.baseUrl).host
  return (
    <CenteredFrame
      chrome={chrome}
      title={firstAccount ? 'Light the fire' : 'Create an account'}
      lead={firstAccount ? 'The first account becomes the administrator.' : host}
      below={
        <p>
          Have an account? <a href="/login">Sign in</a>
        </p>
      }
    >
      <form method="post" action="/register" class="form">
        <FormErrorSummary errors={errors} fields={{ username: 'Username', email: 'E-mail', password: 'Password' }} />
        <input type="hidden" name="redirect_to" value={values.redirect_to} />
        <TextField
          name="username"
          label="Username"
          value={values.username}
          error={errors['username']}
          hint={`Your repositories will live at ${host}/username.`}
          autocomplete="username"
          maxlength={100}
          autofocus
          required
        />
        <TextField
          name="email"
          type="email"
          label="E-mail"
          value={values.email}
          error={errors['email']}
          hint="For password resets and the notifications you choose."
          autocomplete="email"
          required
        />
        <TextField
          name="password"
          type="password"
          label="Password"
          error={errors['password']}
          hint="At least 10 characters, and not a common one."
          autocomplete="new-password"
          minlength={10}
          required
        />
        <Button tone="primary" wide>
          Create account
        </Button>
      </form>
    </CenteredFrame>
  )
}
