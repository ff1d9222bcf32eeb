import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { Section } from '../components/panel.tsx'
import { TextField } from '../components/text-field.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'

export type SettingsSecurityProps = {
  chrome: Chrome
  twoFactor: { on: false } | { on: true; enabledAt: string; recoveryCodesLeft: number }
  /** Keys: `current_password`, `new_password`; for disabling `password`, `code`. */
  errors: FormErrors
}

export function SettingsSecurityView({ chrome, twoFactor, errors }: SettingsSecurityProps) {
  return (
    <SettingsFrame chrome={chrome} title="Security">
      <FormErrorSummary
        errors={errors}
        fields={{
          current_password: 'Current password',
          new_password: 'New password',
          password: 'Password',
          code: 'Code',
        }}
      />
      <TwoFactorSection twoFactor={twoFactor} errors={errors} />
      <PasswordSection username={chrome.viewer?.username} errors={errors} />
    </SettingsFrame>
  )
}

function TwoFactorSection({ twoFactor, errors }: Pick<SettingsSecurityProps, 'twoFactor' | 'errors'>) {
  if (!twoFactor.on) {
    return (
      <Section title="Two-factor sign-in">
        <div class="stack">
          <Badge icon="shield">Off</Badge>
          <p>
            With it, a stolen password is not enough: signing in also asks for a code from an app on your phone. You
            need an authenticator such as Aegis, 2FAS, or your password manager. Git over HTTP then takes a token in
            place of your password.
          </p>
          <form method="post" action="/settings/security/2fa/setup">
            <Button tone="primary" icon="shield-lock">
              Set up two-factor sign-in
            </Button>
          </form>
        </div>
      </Section>
    )
  }
  return (
    <Section title="Two-factor sign-in">
      <div class="stack">
        <p class="state-line">
          <Badge tone="open" icon="shield-check">
            On
          </Badge>
          <span>
            since <Time at={twoFactor.enabledAt} />
          </span>
          <span>{twoFactor.recoveryCodesLeft} recovery codes left</span>
        </p>
        {twoFactor.recoveryCodesLeft < 3 && (
          <Notice tone="warning">
            Few recovery codes are left. Turn two-factor sign-in off and on again to get ten new ones.
          </Notice>
        )}
        <details class="disclosure" open={errors['password'] !== undefined || errors['code'] !== undefined}>
          <summary>Turn off…</summary>
          <form method="post" action="/settings/security/2fa/disable" class="form">
            <p>Your password alone will open your account again, and the remaining recovery codes stop working.</p>
            <TextField
              name="password"
              type="password"
              label="Password"
              error={errors['password']}
              autocomplete="current-password"
              required
            />
            <TextField
              name="code"
              label="Code"
              error={errors['code']}
              hint="From your authenticator, or a recovery code."
              autocomplete="one-time-code"
              required
              mono
              narrow
            />
            <div class="form-actions">
              <Button tone="danger">Turn off two-factor sign-in</Button>
            </div>
          </form>
        </details>
      </div>
    </Section>
  )
}

function PasswordSection({ username, errors }: { username: string | undefined; errors: FormErrors }) {
  return (
    <Section title="Password" note="Changing it signs you out on all other devices.">
      <form method="post" action="/settings/security/password" class="form">
        {/* Password managers look for the account's name beside a new password. */}
        <input type="text" name="username" value={username} autocomplete="username" readonly hidden />
        <TextField
          name="current_password"
          type="password"
          label="Current password"
          error={errors['current_password']}
          autocomplete="current-password"
          required
        />
        <TextField
          name="new_password"
          type="password"
          label="New password"
          error={errors['new_password']}
          hint="At least 10 characters, and not a common one."
          autocomplete="new-password"
          minlength={10}
          required
        />
        <div class="form-actions">
          <Button>Change password</Button>
        </div>
      </form>
    </Section>
  )
}
