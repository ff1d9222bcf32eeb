import type { Obstacle } from '../../../features/admin/account-obstacles.ts'
import { AccountLosses, type AccountLossesProps } from '../components/account-losses.tsx'
import { LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { NoPassword } from '../components/no-password.tsx'
import { Notice } from '../components/notice.tsx'
import { TextField } from '../components/text-field.tsx'
import { TypedConfirmation } from '../components/typed-confirmation.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { teamUrl } from '../layout/team-frame.tsx'

export type SettingsDeleteAccountProps = {
  chrome: Chrome
  username: string
  losses: AccountLossesProps['losses']
  /** While there are any, nothing can be deleted. */
  obstacles: readonly Obstacle[]
  twoFactor: boolean
  hasPassword: boolean
  errors: FormErrors
}

export function SettingsDeleteAccountView(props: SettingsDeleteAccountProps) {
  const { chrome, username, losses, obstacles, twoFactor, hasPassword, errors } = props
  return (
    <SettingsFrame chrome={chrome} title="Delete your account" crumb="Delete">
      <FormErrorSummary errors={errors} fields={{ confirm: 'Confirmation', password: 'Password', code: 'Code' }} />
      {obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
      <Notice tone="danger" word="This cannot be undone.">
        Your account <strong class="break">{username}</strong> will be deleted, with everything below. Others can take
        its name.
      </Notice>
      <AccountLosses losses={losses}>
        What you wrote in other people’s repositories stays: issues and comments without your name, commits with it.
      </AccountLosses>
      {losses.repositoryCount > 0 && (
        <p>Others need one of your repositories? Transfer it to them first, in its settings.</p>
      )}
      {obstacles.length === 0 && !hasPassword && <NoPassword />}
      {obstacles.length === 0 && hasPassword && (
        <TypedConfirmation
          action="/settings/security/delete"
          expected={username}
          noun="username"
          confirm="Delete my account for good"
          error={errors['confirm']}
        >
          <Factors twoFactor={twoFactor} errors={errors} />
        </TypedConfirmation>
      )}
      <p>
        <LinkButton href="/settings/security" tone="ghost" icon="arrow-left">
          Back to security
        </LinkButton>
      </p>
    </SettingsFrame>
  )
}

function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <Notice tone="warning" word="Not yet.">
      <ul class="losses">
        {obstacles.map(({ text, team }) => (
          <li key={text}>
            {text}{' '}
            {team === null ? (
              <a href="/admin/users">Go to users</a>
            ) : (
              <a href={`${teamUrl(team)}/members`}>Go to its members</a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Factors({ twoFactor, errors }: { twoFactor: boolean; errors: FormErrors }) {
  return (
    <>
      <TextField
        name="password"
        type="password"
        label="Password"
        error={errors['password']}
        autocomplete="current-password"
        required
      />
      {twoFactor && (
        <TextField
          name="code"
          label="Code"
          hint="From your authenticator, or a recovery code."
          error={errors['code']}
          autocomplete="one-time-code"
          required
          mono
          narrow
        />
      )}
    </>
  )
}
