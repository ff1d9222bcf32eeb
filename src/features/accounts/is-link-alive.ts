import type { App } from '../../app.ts'
import { isMailToken, passwordPurposes } from './mail-tokens.ts'

/** Whether a mailed link still works. Asking does not use it up. */
export function isLinkAlive(
  app: Pick<App, 'db' | 'clock'>,
  token: string,
  page: 'verify-email' | 'reset-password',
): Promise<boolean> {
  const purposes = page === 'reset-password' ? passwordPurposes : (['verify-email'] as const)
  return isMailToken(app.db, token, purposes, app.clock.now())
}
