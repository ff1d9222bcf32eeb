import { Notice } from './notice.tsx'

/** In place of a form that asks for the password, for whoever has none. */
export function NoPassword() {
  return (
    <Notice tone="info">
      What is here asks for your password, and your account has none yet.{' '}
      <a href="/settings/security#password">Set one first</a>.
    </Notice>
  )
}
