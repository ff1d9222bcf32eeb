import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { PasskeyFallback, PasskeyForm } from '../components/passkey-form.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'

export type SettingsPasskeyNewProps = {
  chrome: Chrome
  /** What the authenticator is asked. */
  options: object
  values: { name: string; challenge: string }
  errors: FormErrors
}

export function SettingsPasskeyNewView({ chrome, options, values, errors }: SettingsPasskeyNewProps) {
  return (
    <SettingsFrame
      chrome={chrome}
      title="Add a passkey"
      crumb="Passkey"
      lead="Your browser asks where to keep it: on this device, in your password manager, or on a security key."
    >
      <FormErrorSummary errors={errors} fields={{ name: 'Name' }} />
      <div class="section-body">
        <PasskeyFallback />
        <PasskeyForm action="/settings/security/passkeys/new" asks="create" options={options} home={chrome.baseUrl}>
          <input type="hidden" name="challenge" value={values.challenge} />
          <TextField
            name="name"
            label="Name"
            value={values.name}
            error={errors['name']}
            hint="To tell it from your other ones."
            maxlength={100}
            autocomplete="off"
            autofocus
            required
          />
          <div class="form-actions">
            <Button tone="primary" icon="passkey-fill">
              Create passkey
            </Button>
            <LinkButton href="/settings/security" tone="ghost">
              Not now
            </LinkButton>
          </div>
        </PasskeyForm>
      </div>
    </SettingsFrame>
  )
}
