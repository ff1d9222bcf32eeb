import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { PasskeyForm } from '../components/passkey-form.tsx'
import { TextField } from '../components/text-field.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type LoginProps = {
  chrome: Chrome
  /** `redirect_to` is a path on this site, checked by the server; empty for none. */
  values: { username: string; redirect_to: string }
  errors: FormErrors
  /** Whether browsers can offer any here. */
  passkeys: boolean
  /** The address to use, where this one would not keep anybody signed in. */
  secureInstead?: string | null | undefined
}

export function LoginView({ chrome, values, errors, passkeys, secureInstead }: LoginProps) {
  const registerHref =
    values.redirect_to === '' ? '/register' : `/register?redirect_to=${encodeURIComponent(values.redirect_to)}`
  return (
    <CenteredFrame
      chrome={chrome}
      title="Sign in"
      lead={new URL(chrome.baseUrl).host}
      below={
        chrome.registrationEnabled && (
          <p>
            New here? <a href={registerHref}>Create an account</a>
          </p>
        )
      }
    >
      <form method="post" action="/login" class="form">
        {secureInstead && (
          <Notice tone="warning">
            You cannot stay signed in here, because the cookies need https: use{' '}
            <a class="break" href={secureInstead}>
              {secureInstead}
            </a>
            .
          </Notice>
        )}
        <p data-typed-is-kept hidden>
          What you typed is kept in this tab, and will be in its form again.
        </p>
        <FormErrorSummary errors={errors} fields={{ username: 'Username or e-mail', password: 'Password' }} />
        <input type="hidden" name="redirect_to" value={values.redirect_to} />
        <TextField
          name="username"
          label="Username or e-mail"
          value={values.username}
          error={errors['username']}
          autocomplete={passkeys ? 'username webauthn' : 'username'}
          autofocus={values.username === ''}
          required
        />
        <TextField
          name="password"
          type="password"
          label="Password"
          error={errors['password']}
          autocomplete="current-password"
          autofocus={values.username !== ''}
          required
        />
        <Button tone="primary" wide>
          Sign in
        </Button>
        <p class="form-aside">
          <a href="/forgot-password">Forgot your password?</a>
        </p>
      </form>
      {passkeys && (
        <PasskeyForm
          action="/login/passkey"
          asks="get"
          options="/login/passkey/options"
          home={chrome.baseUrl}
          isFilledIn
        >
          <p class="form-or">or</p>
          <input type="hidden" name="redirect_to" value={values.redirect_to} />
          <Button icon="passkey-fill" wide>
            Sign in with a passkey
          </Button>
        </PasskeyForm>
      )}
    </CenteredFrame>
  )
}
