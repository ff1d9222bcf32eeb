import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { provePassword, stillHolds } from '../passwords/password-proof.ts'
import { endSessionsOf } from '../sessions/end-session.ts'
import { closeChallenges } from './challenges.ts'
import { voidMailTokens } from './mail-tokens.ts'
import { setPasswordHash, setPendingEmail } from './store.ts'

/** Ends all sessions but the one that asks. */
export async function changePassword(
  app: Pick<App, 'db' | 'keys' | 'passwords'>,
  actor: SessionActor,
  input: { readonly currentPassword: string; readonly password: string },
): Promise<void> {
  const proof = await provePassword(app, actor.user.id, input.currentPassword)
  if (proof === null) throw wrongPassword()
  if (input.password === input.currentPassword)
    throw invalidField('password', 'same', 'is the one that you have already')
  checkNewPassword(input.password, actor.user)
  const hash = await app.passwords.hash(input.password)
  await inTransaction(app, async (tx) => {
    if (!(await stillHolds(tx, proof))) throw wrongPassword()
    await setPasswordHash(tx, actor.user.id, hash)
    await dropPendingEmail(tx, actor.user)
    await endSessionsOf(tx, actor.user.id, { except: actor.sessionId })
    await closeChallenges(tx, actor.user.id)
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'password-changed' })
    await record(app, tx, actor, { event: 'PASSWORD_CHANGED' })
  })
}

/** Whoever asked for another address may be the one who is being locked out by this. */
async function dropPendingEmail(tx: Tx, user: User): Promise<void> {
  if (user.pendingEmail === null) return
  await voidMailTokens(tx, user.id, 'verify-email')
  await setPendingEmail(tx, user.id, null)
}

function wrongPassword(): Error {
  return invalidField('current_password', 'wrong', 'is not your password')
}
