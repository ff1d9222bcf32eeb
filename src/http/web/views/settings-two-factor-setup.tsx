import { Button, LinkButton } from '../components/button.tsx'
import { CopyField } from '../components/copy-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'

export type SettingsTwoFactorSetupProps = {
  chrome: Chrome
  /** The SVG text of the QR code, and the same secret in letters (base32). */
  qrSvg: string
  secret: string
  /** The service asks everybody for it: there is nothing to go back to. */
  isOwed: boolean
  errors: FormErrors
}

export function SettingsTwoFactorSetupView({ chrome, qrSvg, secret, isOwed, errors }: SettingsTwoFactorSetupProps) {
  const grouped = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <SettingsFrame
      chrome={chrome}
      title="Set up two-factor sign-in"
      crumb="Two-factor"
      lead="Three steps; nothing changes before the last."
    >
      <FormErrorSummary errors={errors} fields={{ code: 'Code' }} />
      <ol class="steps">
        <li>
          <h2>Scan this with your authenticator</h2>
          <div class="qr">
            {/* As an image the SVG cannot run anything, whatever it holds. */}
            <img
              src={`data:image/svg+xml;base64,${btoa(qrSvg)}`}
              width="192"
              height="192"
              alt="QR code for your authenticator"
            />
            <div class="qr-else">
              <p>Cannot scan it? Type this key into the app (time-based, six digits):</p>
              <CopyField value={grouped} label="secret key" />
            </div>
          </div>
        </li>
        <li>
          <h2>Enter the code it shows</h2>
          <form method="post" action="/settings/security/2fa/enable" class="form" id="enable">
            <TextField
              name="code"
              label="Code"
              error={errors['code']}
              hint="Six digits, new every 30 seconds."
              autocomplete="one-time-code"
              inputmode="numeric"
              maxlength={8}
              required
              mono
              narrow
            />
          </form>
        </li>
        <li>
          <h2>Keep your recovery codes</h2>
          <p>The next page shows ten codes, once. Each lets you sign in once if you lose your device.</p>
          <div class="form-actions">
            <Button tone="primary" form="enable">
              Turn on two-factor sign-in
            </Button>
            {!isOwed && (
              <LinkButton href="/settings/security" tone="ghost">
                Not now
              </LinkButton>
            )}
          </div>
        </li>
      </ol>
    </SettingsFrame>
  )
}
