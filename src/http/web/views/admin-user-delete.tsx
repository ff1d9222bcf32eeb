import { AccountLosses, type AccountLossesProps } from '../components/account-losses.tsx'
import { LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { TypedConfirmation } from '../components/typed-confirmation.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type AdminUserDeleteProps = {
  chrome: Chrome
  username: string
  losses: AccountLossesProps['losses']
  errors: FormErrors
  /** Teams that nobody else looks after: they keep the account from being deleted. */
  teamsLeftAlone: readonly string[]
  can: { disableInstead: boolean }
}

export function AdminUserDeleteView(props: AdminUserDeleteProps) {
  const { chrome, username, losses, errors, teamsLeftAlone, can } = props
  const base = `/admin/users/${encodeURIComponent(username)}`
  return (
    <AdminFrame chrome={chrome} title={`Delete ${username}`}>
      <div class="stack narrow">
        <FormErrorSummary errors={errors} fields={{ confirm: 'Confirmation' }} />
        <Notice tone="danger" word="This cannot be undone.">
          The account <strong class="break">{username}</strong> will be deleted, with everything below.
        </Notice>
        {teamsLeftAlone.map((team) => (
          <Notice key={team} tone="warning" word="Not yet.">
            {username} is the last owner of the team {team}.{' '}
            <a href={`/teams/${encodeURIComponent(team)}/members`}>Make somebody else an owner</a>, or delete the team,
            first.
          </Notice>
        ))}
        <AccountLosses losses={losses}>Commits in other people’s repositories stay.</AccountLosses>
        {losses.repositoryCount > 0 && !can.disableInstead && (
          <p>
            To keep a repository,{' '}
            <a href={`/admin/repos?q=${encodeURIComponent(`${username}/`)}`}>transfer it to somebody else</a> first.
          </p>
        )}
        {can.disableInstead && (
          <form method="post" action={`${base}/disable`} class="instead">
            <p>
              Only want to keep them out? Disabling signs the person out and loses nothing.
              {losses.repositoryCount > 0 && ' Then you can transfer their repositories to somebody else.'}
            </p>
            <button type="submit" class="button button-default">
              <span>Disable instead</span>
            </button>
          </form>
        )}
        <TypedConfirmation
          action={`${base}/delete`}
          expected={username}
          noun="username"
          confirm={`Delete ${username} for good`}
          error={errors['confirm']}
        />
        <p>
          <LinkButton href="/admin/users" tone="ghost" icon="arrow-left">
            Back to users
          </LinkButton>
        </p>
      </div>
    </AdminFrame>
  )
}
