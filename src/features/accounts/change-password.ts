import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { stillHolds } from '../passwords/password-proof.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import { openSession, type SessionGrant } from '../sessions/open-session.ts'
import { replacePassword } from './replace-password.ts'

/**
 * Ends all sessions, the one that asks too: a token of it that somebody copied is over. `stays`: a new one is opened in the
 * same moment, for the browser that asks.
 */
export async function changePassword(
  app: Pick<App, 'db' | 'keys' | 'passwords' | 'sessionTokens'>,
  actor: SessionActor,
  input: { readonly currentPassword: string; readonly password: string; readonly stays: boolean },
): Promise<SessionGrant | null> {
  const proof = await proveOwnPassword(app, actor, input.currentPassword)
  if (proof === null) throw wrongPassword()
  if (input.password === input.currentPassword)
    throw invalidField('password', 'same', 'is the same as your current password')
  checkNewPassword(input.password, actor.user)
  const hash = await app.passwords.hash(input.password)
  return inTransaction(app, async (tx) => {
    if (!(await stillHolds(tx, proof))) throw wrongPassword()
    await replacePassword(tx, actor.user.id, hash)
    const grant = input.stays ? await openSession(app, tx, actor.user, actor.via) : null
    const session = grant === null ? 'ended' : 'renewed'
    await record(app, tx, actor, { event: 'PASSWORD_CHANGED', metadata: { session } })
    return grant
  })
}

function wrongPassword(): Error {
  return invalidField('current_password', 'wrong', 'is not your password')
}
