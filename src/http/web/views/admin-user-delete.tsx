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
  can: { disableInstead: boolean }
}

export function AdminUserDeleteView({ chrome, username, losses, errors, can }: AdminUserDeleteProps) {
  const base = `/admin/users/${encodeURIComponent(username)}`
  return (
    <AdminFrame chrome={chrome} title={`Delete ${username}`}>
      <div class="stack narrow">
        <FormErrorSummary errors={errors} fields={{ confirm: 'Confirmation' }} />
        <Notice tone="danger" word="This cannot be undone.">
          The account <strong class="break">{username}</strong> will be deleted, with everything below.
        </Notice>
        <AccountLosses losses={losses}>Commits in other people’s repositories stay.</AccountLosses>
        {can.disableInstead && (
          <form method="post" action={`${base}/disable`} class="instead">
            <p>Only want to keep them out? Disabling signs the person out and loses nothing.</p>
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
