import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Section } from '../components/panel.tsx'
import { TextField } from '../components/text-field.tsx'
import type { SettingsProfileProps } from './settings-profile.tsx'

export function EmailSection({ profile, values, errors, can }: SettingsProfileProps) {
  return (
    <Section
      title="E-mail"
      note="For a lost password and for notifications. Commits carry whatever address your git is set to."
    >
      <div class="email-state">
        <span class="break">{profile.email}</span>
        {profile.emailVerified ? (
          <Badge tone="open" icon="verified">
            Confirmed
          </Badge>
        ) : (
          <Badge tone="warning" icon="unverified">
            Not confirmed
          </Badge>
        )}
        {!profile.emailVerified && profile.pendingEmail === null && can.resendVerification && <SendAgain />}
      </div>
      {profile.pendingEmail !== null && <Pending email={profile.pendingEmail} present={profile.email} />}
      {can.changeEmail && (
        <form method="post" action="/settings/profile/email" class="form">
          <TextField
            name="email"
            type="email"
            label="New e-mail"
            value={values.email}
            error={errors['email']}
            hint={
              profile.emailVerified
                ? 'We send a link there, and a word to the present address, which stays until the link was opened.'
                : 'We send a link there to confirm that it is yours, and a word to the old address.'
            }
            autocomplete="email"
            required
          />
          <TextField
            name="password"
            type="password"
            label="Password"
            error={errors['password']}
            hint="Whoever reads your mail can replace it: so we ask."
            autocomplete="current-password"
            required
          />
          <div class="form-actions">
            <Button>Change e-mail</Button>
          </div>
        </form>
      )}
    </Section>
  )
}

function Pending({ email, present }: { email: string; present: string }) {
  return (
    <>
      <div class="email-state">
        <span class="break">{email}</span>
        <Badge tone="warning" icon="hourglass">
          Waits for its link to be opened
        </Badge>
        <SendAgain />
        <form method="post" action="/settings/profile/email/keep">
          <Button size="small">Do not change</Button>
        </form>
      </div>
      <p class="muted email-until">Until then everything goes to {present}.</p>
    </>
  )
}

function SendAgain() {
  return (
    <form method="post" action="/settings/profile/resend-verification">
      <Button size="small" icon="mail">
        Send the link again
      </Button>
    </form>
  )
}
