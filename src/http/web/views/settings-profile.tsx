import type { Storage } from '../../../features/quota/storage.ts'
import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Section } from '../components/panel.tsx'
import { StorageFacts } from '../components/storage-facts.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { EmailSection } from './settings-email.tsx'

export type SettingsProfileProps = {
  chrome: Chrome
  profile: { username: string; email: string; emailVerified: boolean; pendingEmail: string | null; avatarUrl: string }
  /** `full_name` only where accounts have one. */
  values: { username: string; full_name?: string | undefined; email: string }
  storage: Storage
  errors: FormErrors
  /** `changeEmail`: not for whoever has no password to show that it is them. */
  can: { rename: boolean; changeEmail: boolean; resendVerification: boolean }
}

export function SettingsProfileView(props: SettingsProfileProps) {
  return (
    <SettingsFrame chrome={props.chrome} title="Profile" lead="How others see you, and where mail reaches you.">
      <FormErrorSummary
        errors={props.errors}
        fields={{ username: 'Username', full_name: 'Full name', email: 'New e-mail', password: 'Password' }}
      />
      <NameSection {...props} />
      <EmailSection {...props} />
      <Section title="Storage" note="The space your repositories take, with their large files and releases.">
        <StorageFacts storage={props.storage} />
      </Section>
    </SettingsFrame>
  )
}

function NameSection({ profile, values, errors, can }: SettingsProfileProps) {
  const editable = can.rename || values.full_name !== undefined
  return (
    <Section title="Name">
      <div class="profile-face">
        <Avatar src={profile.avatarUrl} size={64} />
        <p class="muted">Your picture is drawn from your username; it is the same everywhere here.</p>
      </div>
      <form method="post" action="/settings/profile" class="form">
        <TextField
          name="username"
          label="Username"
          value={values.username}
          error={errors['username']}
          hint={
            can.rename
              ? 'Changing it changes the addresses of your repositories; clones must be pointed to the new ones.'
              : 'It is part of every clone address and cannot be changed.'
          }
          readonly={!can.rename}
          autocomplete="username"
          required
        />
        {values.full_name !== undefined && (
          <TextField
            name="full_name"
            label="Full name"
            value={values.full_name}
            error={errors['full_name']}
            autocomplete="name"
            optional
          />
        )}
        {editable && (
          <div class="form-actions">
            <Button>Save name</Button>
          </div>
        )}
      </form>
    </Section>
  )
}
