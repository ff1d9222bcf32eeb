import { LinkButton } from '../components/button.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type RegistrationClosedProps = { chrome: Chrome }

export function RegistrationClosedView({ chrome }: RegistrationClosedProps) {
  return (
    <CenteredFrame chrome={chrome} title="Registration is closed" lead={new URL(chrome.baseUrl).host}>
      <div class="stack">
        <p>Accounts here are created by an administrator. Ask one to create yours.</p>
        <LinkButton href="/login" tone="primary" wide>
          Sign in
        </LinkButton>
        <p class="form-aside">
          <a href="/">Explore public repositories</a>
        </p>
      </div>
    </CenteredFrame>
  )
}
