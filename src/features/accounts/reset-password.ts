import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { findUserById } from '../users/find-user.ts'
import { passwordPurposes, useMailToken, voidMailTokens } from './mail-tokens.ts'
import { replacePassword } from './replace-password.ts'
import { shutOutOthers } from './shut-out-others.ts'
import { setEmailVerified } from './store.ts'

/**
 * A new password for whoever holds the mailed token. Ends every session; the second factor stays on. Where nobody had shown
 * before that the mailbox is theirs, whatever else opens the account goes too.
 */
export async function resetPassword(
  app: Pick<App, 'db' | 'keys' | 'passwords'>,
  via: Via,
  input: { readonly token: string; readonly password: string },
): Promise<void> {
  checkNewPassword(input.password, { username: '', email: '' })
  const hash = await app.passwords.hash(input.password)
  await inTransaction(app, async (tx) => {
    const found = await useMailToken(tx, input.token, passwordPurposes)
    const user = found === null ? null : await findUserById(tx, found.userId)
    if (found === null || user === null || user.disabled || user.email !== found.email) {
      throw invalidField('token', 'expired', 'is no longer valid: ask for a new link')
    }
    checkNewPassword(input.password, user)
    // The link reached the mailbox, which is what verification asks for.
    await setEmailVerified(tx, user.id, found.email)
    await voidMailTokens(tx, user.id, 'verify-email')
    await replacePassword(tx, user.id, hash)
    const actor = { kind: 'session', via, user, sessionId: 0 } as const
    const removed = user.emailVerified ? {} : await shutOutOthers(app, tx, actor)
    await record(app, tx, actor, { event: 'PASSWORD_RESET', metadata: removed })
  })
}
