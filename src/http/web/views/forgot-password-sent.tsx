import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type ForgotPasswordSentProps = { chrome: Chrome; email: string }

/** The same words whether the account exists or not. */
export function ForgotPasswordSentView({ chrome, email }: ForgotPasswordSentProps) {
  return (
    <CenteredFrame
      chrome={chrome}
      title={chrome.sendsMail ? 'Check your e-mail' : 'Ask an administrator for the link'}
      below={
        <p>
          <a href="/login">Back to sign-in</a>
        </p>
      }
    >
      <div class="stack">
        <p>
          If an account belongs to <strong class="break">{email}</strong>, {whereItIs(chrome)} It works once, within 60
          minutes.
        </p>
        <p class="muted">
          {chrome.sendsMail && (
            <>
              Nothing arrived? Check your spam folder, or <a href="/forgot-password">ask again</a> with another address.{' '}
            </>
          )}
          Your current password keeps working until you choose a new one.
        </p>
      </div>
    </CenteredFrame>
  )
}

function whereItIs({ sendsMail }: Chrome): string {
  return sendsMail
    ? 'a link is on its way.'
    : 'a link is kept for you. This service sends no mail: an administrator finds it under Administration, Mail.'
}
