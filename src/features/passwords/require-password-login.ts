import type { App } from '../../app.ts'
import { forbidden, unauthorized } from '../../core/errors.ts'

/**
 * The one place that knows whether a password opens anything here. To git it is `unauthorized`: then it forgets the password
 * that it keeps, and asks for another.
 */
export function requirePasswordLogin(
  { config }: Pick<App, 'config'>,
  instead: string,
  kind: 'forbidden' | 'unauthorized' = 'forbidden',
): void {
  if (config.PASSWORD_LOGIN_ENABLED) return
  const message = `Nobody signs in with a password here: ${instead}`
  throw kind === 'forbidden' ? forbidden(message) : unauthorized(message)
}
