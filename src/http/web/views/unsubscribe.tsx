import { Button, LinkButton } from '../components/button.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { type NotificationType, notificationGroups } from './notification-types.ts'

export type UnsubscribeProps = {
  chrome: Chrome
  type: NotificationType
  /** `ask` shows the button: mail scanners open links, and must not press it. */
  state: { step: 'ask'; token: string; isThread: boolean } | { step: 'done' }
}

type Kind = { readonly type: NotificationType; readonly label: string }

export function UnsubscribeView({ chrome, type, state }: UnsubscribeProps) {
  const kinds = notificationGroups.flatMap((group): readonly Kind[] => group.types)
  if (state.step === 'done') {
    return (
      <CenteredFrame chrome={chrome} title="Done">
        <div class="stack">
          <p>You will get no more of these mails.</p>
          <LinkButton href="/settings/notifications" wide>
            All notification settings
          </LinkButton>
        </div>
      </CenteredFrame>
    )
  }
  return (
    <CenteredFrame chrome={chrome} title="Unsubscribe from these mails?">
      <form method="post" action={`/notifications/unsubscribe/${state.token}`} class="form">
        {state.isThread ? (
          <p>This mutes the conversation: you get no more notifications about it, by mail or otherwise.</p>
        ) : (
          <p>
            You will get no more mails of the kind{' '}
            <strong>{kinds.find((kind) => kind.type === type)?.label ?? type}</strong>.
          </p>
        )}
        <Button tone="primary" wide>
          Unsubscribe
        </Button>
      </form>
    </CenteredFrame>
  )
}
