import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { provePassword, stillHolds } from '../passwords/password-proof.ts'
import { replacePassword } from './replace-password.ts'

/** Ends all sessions but the one that asks. */
export async function changePassword(
  app: Pick<App, 'db' | 'keys' | 'passwords'>,
  actor: SessionActor,
  input: { readonly currentPassword: string; readonly password: string },
): Promise<void> {
  const proof = await provePassword(app, actor.user.id, input.currentPassword)
  if (proof === null) throw wrongPassword()
  if (input.password === input.currentPassword)
    throw invalidField('password', 'same', 'is the same as your current password')
  checkNewPassword(input.password, actor.user)
  const hash = await app.passwords.hash(input.password)
  await inTransaction(app, async (tx) => {
    if (!(await stillHolds(tx, proof))) throw wrongPassword()
    await replacePassword(tx, actor.user.id, hash, { except: actor.sessionId })
    await record(app, tx, actor, { event: 'PASSWORD_CHANGED' })
  })
}

function wrongPassword(): Error {
  return invalidField('current_password', 'wrong', 'is not your password')
}
