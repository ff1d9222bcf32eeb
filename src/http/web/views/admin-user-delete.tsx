import { LinkButton } from '../components/button.tsx'
import { counted } from '../components/counted.ts'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { TypedConfirmation } from '../components/typed-confirmation.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type AdminUserDeleteProps = {
  chrome: Chrome
  username: string
  losses: {
    repositories: readonly string[]
    /** All of them; `repositories` may name only the first. */
    repositoryCount: number
    sshKeys: number
    tokens: number
    sessions: number
  }
  errors: FormErrors
  can: { disableInstead: boolean }
}

export function AdminUserDeleteView({ chrome, username, losses, errors, can }: AdminUserDeleteProps) {
  const base = `/admin/users/${encodeURIComponent(username)}`
  const unnamed = losses.repositoryCount - losses.repositories.length
  return (
    <AdminFrame chrome={chrome} title={`Delete ${username}`}>
      <div class="stack narrow">
        <FormErrorSummary errors={errors} fields={{ confirm: 'Confirmation' }} />
        <Notice tone="danger" word="This cannot be undone.">
          The account <strong class="break">{username}</strong> will be deleted, with everything below.
        </Notice>
        <Panel title="What will be lost">
          <ul class="losses">
            {losses.repositoryCount > 0 && (
              <li>
                <strong>{counted(losses.repositoryCount, 'repository', 'repositories')}</strong> with all branches,
                issues, pull requests and pipelines
                {losses.repositories.length > 0 && (
                  <ul class="loss-names">
                    {losses.repositories.map((name) => (
                      <li key={name}>
                        <code>{name}</code>
                      </li>
                    ))}
                    {unnamed > 0 && <li>and {unnamed.toLocaleString('en')} more</li>}
                  </ul>
                )}
              </li>
            )}
            <li>
              Profile and settings, {counted(losses.sshKeys, 'SSH key', 'SSH keys')}, {counted(losses.tokens, 'token')},{' '}
              {counted(losses.sessions, 'session')}
            </li>
          </ul>
          <p class="muted">Commits in other people’s repositories stay.</p>
        </Panel>
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
