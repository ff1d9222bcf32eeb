import { LinkButton } from '../components/button.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type RegistrationClosedProps = {
  chrome: Chrome
  /** There is no administrator to ask. */
  nobodyYet: boolean
}

export function RegistrationClosedView({ chrome, nobodyYet }: RegistrationClosedProps) {
  return (
    <CenteredFrame chrome={chrome} title="Registration is closed" lead={new URL(chrome.baseUrl).host}>
      <div class="stack">
        {nobodyYet ? (
          <p>
            Nobody has an account yet. Whoever runs this server creates the first administrator there, with{' '}
            <code class="break">bin/stithy admin create-user NAME EMAIL --admin</code>.
          </p>
        ) : (
          <p>Accounts here are created by an administrator. Ask one to create yours.</p>
        )}
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
