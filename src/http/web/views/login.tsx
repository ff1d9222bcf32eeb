import type { ComponentChildren } from 'preact'
import { Button, LinkButton } from '../components/button.tsx'
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
  /** Whether a password opens anything here. */
  passwords: boolean
  /** Where else people can sign in; null for nowhere. */
  provider: string | null
  /** The address of somebody who came from there, and has an account here to show as theirs; null for everybody else. */
  linking: string | null
  /** The address to use, where this one would not keep anybody signed in. */
  secureInstead?: string | null | undefined
}

export function LoginView(props: LoginProps) {
  const { chrome, values, errors, passkeys, passwords, provider, linking } = props
  const registerHref =
    values.redirect_to === '' ? '/register' : `/register?redirect_to=${encodeURIComponent(values.redirect_to)}`
  const isSignOnBeside = passwords && provider !== null && linking === null
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
      {passwords ? (
        <PasswordForm values={values} errors={errors} passkeys={passkeys}>
          <Head {...props} />
        </PasswordForm>
      ) : (
        <div class="form">
          <Head {...props} />
          <p>Nobody signs in with a password here.</p>
          <SignOnLink {...props} tone="primary" />
        </div>
      )}
      {isSignOnBeside && (
        <div class="form">
          <p class="form-or">or</p>
          <SignOnLink {...props} tone="default" />
        </div>
      )}
      {passkeys && (
        <PasskeyForm
          action="/login/passkey"
          asks="get"
          options="/login/passkey/options"
          home={chrome.baseUrl}
          isFilledIn
        >
          {!isSignOnBeside && <p class="form-or">or</p>}
          <input type="hidden" name="redirect_to" value={values.redirect_to} />
          <Button icon="passkey-fill" wide>
            Sign in with a passkey
          </Button>
        </PasskeyForm>
      )}
    </CenteredFrame>
  )
}

function SignOnLink({ values, provider, tone }: LoginProps & { tone: 'primary' | 'default' }) {
  const query = values.redirect_to === '' ? '' : `?redirect_to=${encodeURIComponent(values.redirect_to)}`
  return (
    <LinkButton href={`/login/oidc${query}`} tone={tone} icon="key" wide>
      Sign in with {provider}
    </LinkButton>
  )
}

/** What is said before anybody types. */
function Head({ errors, provider, linking, secureInstead }: LoginProps) {
  return (
    <>
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
      {linking !== null && (
        <Notice tone="info">
          The address <strong class="break">{linking}</strong> belongs to an account here. Sign in to it with what you
          have here, and from then on {provider} signs you in.
        </Notice>
      )}
    </>
  )
}

type PasswordFormProps = Pick<LoginProps, 'values' | 'errors' | 'passkeys'> & { children: ComponentChildren }

function PasswordForm({ values, errors, passkeys, children }: PasswordFormProps) {
  return (
    <form method="post" action="/login" class="form">
      {children}
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
  )
}
