import { Button, LinkButton } from '../components/button.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type VerifyEmailProps = {
  chrome: Chrome
  /** `ask` shows the button: mail scanners open links, and must not use them up. */
  state: { step: 'ask'; token: string } | { step: 'done'; email: string }
}

export function VerifyEmailView({ chrome, state }: VerifyEmailProps) {
  if (state.step === 'ask') {
    return (
      <CenteredFrame chrome={chrome} title="Confirm your e-mail">
        <form method="post" action="/verify-email" class="form">
          <input type="hidden" name="token" value={state.token} />
          <p>Press the button to confirm the address that this link was sent to.</p>
          <Button tone="primary" wide>
            Confirm the address
          </Button>
        </form>
      </CenteredFrame>
    )
  }
  return (
    <CenteredFrame chrome={chrome} title="Address confirmed">
      <div class="stack">
        <p>
          <strong class="break">{state.email}</strong> is yours.
          {chrome.sendsMail && ' Notifications and lost-password links go there.'}
        </p>
        <LinkButton href={chrome.viewer === null ? '/login' : '/dashboard'} tone="primary" wide>
          {chrome.viewer === null ? 'Sign in' : 'Go to your dashboard'}
        </LinkButton>
      </div>
    </CenteredFrame>
  )
}
