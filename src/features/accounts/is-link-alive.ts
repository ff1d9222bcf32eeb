import type { App } from '../../app.ts'
import { isMailToken, type MailPurpose } from './mail-tokens.ts'

/** Whether a mailed link still works. Asking does not use it up. */
export function isLinkAlive(app: Pick<App, 'db' | 'clock'>, token: string, purpose: MailPurpose): Promise<boolean> {
  return isMailToken(app.db, token, purpose, app.clock.now())
}
