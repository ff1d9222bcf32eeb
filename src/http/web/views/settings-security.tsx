import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { type Passkeys, PasskeysSection } from './settings-passkeys.tsx'
import { type TwoFactor, TwoFactorSection } from './settings-two-factor.tsx'

export type SettingsSecurityProps = {
  chrome: Chrome
  twoFactor: TwoFactor
  passkeys: Passkeys
  /** Keys: `current_password`, `new_password`, of a passkey `code`. */
  errors: FormErrors
  /** The form that was just sent, and came back. */
  opened: 'renew' | 'disable' | 'passkey' | null
}

export function SettingsSecurityView({ chrome, twoFactor, passkeys, errors, opened }: SettingsSecurityProps) {
  return (
    <SettingsFrame chrome={chrome} title="Security">
      <FormErrorSummary
        errors={errors}
        fields={{
          current_password: 'Current password',
          new_password: 'New password',
          code: { label: 'Code', id: 'passkey-code' },
        }}
      />
      <TwoFactorSection twoFactor={twoFactor} opened={opened === 'passkey' ? null : opened} />
      <PasskeysSection passkeys={passkeys} twoFactor={twoFactor.on} errors={errors} isOpen={opened === 'passkey'} />
      <PasswordSection username={chrome.viewer?.username} errors={errors} />
      <DangerZone />
    </SettingsFrame>
  )
}

function PasswordSection({ username, errors }: { username: string | undefined; errors: FormErrors }) {
  return (
    <Section
      title="Password"
      note={
        <>
          Changing it signs you out on all other devices. Passkeys, <a href="/settings/tokens">tokens</a> and{' '}
          <a href="/settings/ssh-keys">SSH keys</a> keep working: remove those that you do not trust.
        </>
      }
    >
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

function DangerZone() {
  return (
    <Panel title="Danger zone" flush>
      <RowList label="Danger zone">
        <Row
          title={<strong>Delete your account</strong>}
          meta="Your repositories, keys, tokens and settings are lost for good."
          actions={
            <LinkButton size="small" href="/settings/security/delete" tone="danger">
              Delete…
            </LinkButton>
          }
        />
      </RowList>
    </Panel>
  )
}
