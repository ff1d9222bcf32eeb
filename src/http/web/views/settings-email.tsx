import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { NoPassword } from '../components/no-password.tsx'
import { Section } from '../components/panel.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { SettingsProfileProps } from './settings-profile.tsx'

export function EmailSection({ chrome, profile, values, errors, can }: SettingsProfileProps) {
  return (
    <Section
      title="E-mail"
      note="For password resets and notifications. Commits use the address that your git is configured with."
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
        {!profile.emailVerified && profile.pendingEmail === null && can.resendVerification && (
          <SendAgain sendsMail={chrome.sendsMail} />
        )}
      </div>
      {profile.pendingEmail !== null && (
        <Pending email={profile.pendingEmail} present={profile.email} sendsMail={chrome.sendsMail} />
      )}
      {!can.changeEmail && <NoPassword />}
      {can.changeEmail && (
        <form method="post" action="/settings/profile/email" class="form">
          <TextField
            name="email"
            type="email"
            label="New e-mail"
            value={values.email}
            error={errors['email']}
            hint={hintOf(chrome, profile)}
            autocomplete="email"
            required
          />
          <TextField
            name="password"
            type="password"
            label="Password"
            error={errors['password']}
            hint="Your e-mail can reset your password, so please confirm that it is you."
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

function hintOf({ sendsMail }: Chrome, { emailVerified }: SettingsProfileProps['profile']): string {
  if (!sendsMail) return 'This service sends no mail: an administrator can give you the link that confirms the address.'
  return emailVerified
    ? 'We send a link there and a notice to the current address, which stays in use until the link is opened.'
    : 'We send a link there to confirm that it is yours, and a notice to the old address.'
}

type PendingProps = { email: string; present: string; sendsMail: boolean }

function Pending({ email, present, sendsMail }: PendingProps) {
  return (
    <>
      <div class="email-state">
        <span class="break">{email}</span>
        <Badge tone="warning" icon="hourglass">
          Waiting for confirmation
        </Badge>
        <SendAgain sendsMail={sendsMail} />
        <form method="post" action="/settings/profile/email/keep">
          <Button size="small">Cancel the change</Button>
        </form>
      </div>
      <p class="muted email-until">Until then, mail goes to {present}.</p>
    </>
  )
}

function SendAgain({ sendsMail }: { sendsMail: boolean }) {
  return (
    <form method="post" action="/settings/profile/resend-verification">
      <Button size="small" icon="mail">
        {sendsMail ? 'Send the link again' : 'Ask for a new link'}
      </Button>
    </form>
  )
}
