import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { type Identities, IdentitiesSection } from './settings-identities.tsx'
import { type Passkeys, PasskeysSection } from './settings-passkeys.tsx'
import { type TwoFactor, TwoFactorSection } from './settings-two-factor.tsx'

export type SettingsSecurityProps = {
  chrome: Chrome
  twoFactor: TwoFactor
  passkeys: Passkeys
  identities: Identities
  /** Otherwise they sign in by other ways, and whatever asks for it has to wait. */
  hasPassword: boolean
  /** Keys: `current_password`, `new_password`, of a passkey and of a link `code`. */
  errors: FormErrors
  /** The form that was just sent, and came back. */
  opened: 'renew' | 'disable' | 'passkey' | 'identity' | null
}

export function SettingsSecurityView(props: SettingsSecurityProps) {
  const { chrome, twoFactor, passkeys, identities, hasPassword, errors, opened } = props
  const factors = { hasPassword, twoFactor: twoFactor.on, errors }
  return (
    <SettingsFrame chrome={chrome} title="Security">
      <FormErrorSummary
        errors={errors}
        fields={{
          current_password: 'Current password',
          new_password: 'New password',
          code: { label: 'Code', id: opened === 'identity' ? 'identity-code' : 'passkey-code' },
        }}
      />
      <TwoFactorSection twoFactor={twoFactor} hasPassword={hasPassword} opened={opened} />
      <PasskeysSection passkeys={passkeys} {...factors} isOpen={opened === 'passkey'} />
      <IdentitiesSection identities={identities} {...factors} isOpen={opened === 'identity'} />
      {hasPassword ? <PasswordSection username={chrome.viewer?.username} errors={errors} /> : <NewPasswordSection />}
      <DangerZone />
    </SettingsFrame>
  )
}

function PasswordSection({ username, errors }: { username: string | undefined; errors: FormErrors }) {
  return (
    <Section
      title="Password"
      id="password"
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

function NewPasswordSection() {
  return (
    <Section
      title="Password"
      id="password"
      note="Your account has none yet. You need one to turn off two-factor sign-in, add a passkey, change your e-mail or delete your account."
    >
      <form method="post" action="/settings/security/password/link">
        <Button icon="mail">Mail me a link to set one</Button>
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
