import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { PasskeyForm } from '../components/passkey-form.tsx'
import { TextField } from '../components/text-field.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type LoginTwoFactorProps = {
  chrome: Chrome
  values: { challenge_token: string; redirect_to: string }
  errors: FormErrors
  /** What the authenticator is asked, where the person has a passkey. */
  passkey: object | null
}

export function LoginTwoFactorView({ chrome, values, errors, passkey }: LoginTwoFactorProps) {
  return (
    <CenteredFrame
      chrome={chrome}
      title="Second step"
      lead="Enter the code from your authenticator."
      below={
        <p>
          <a href="/login">Start again</a> with another account
        </p>
      }
    >
      <form method="post" action="/login/two-factor" class="form">
        <FormErrorSummary errors={errors} fields={{ code: 'Code' }} />
        <input type="hidden" name="challenge_token" value={values.challenge_token} />
        <input type="hidden" name="redirect_to" value={values.redirect_to} />
        <TextField
          name="code"
          label="Code"
          error={errors['code']}
          hint="Six digits. Without your device, use one of your recovery codes instead; each works once."
          autocomplete="one-time-code"
          maxlength={40}
          autofocus
          required
          mono
        />
        <Button tone="primary" wide>
          Sign in
        </Button>
      </form>
      {passkey !== null && (
        <PasskeyForm action="/login/two-factor/passkey" asks="get" options={passkey} home={chrome.baseUrl}>
          <p class="form-or">or</p>
          <input type="hidden" name="challenge_token" value={values.challenge_token} />
          <input type="hidden" name="redirect_to" value={values.redirect_to} />
          <Button icon="passkey-fill" wide>
            Use a passkey
          </Button>
        </PasskeyForm>
      )}
    </CenteredFrame>
  )
}
