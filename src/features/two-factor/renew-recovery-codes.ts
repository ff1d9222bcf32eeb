import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, forbidden } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { stillHolds } from '../passwords/password-proof.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import { showsSecondFactor } from './check-second-factor.ts'
import { issueRecoveryCodes } from './issue-recovery-codes.ts'
import { isTwoFactorOn } from './store.ts'

/** Ten new codes in place of all that are left. Needs both factors: each code is as good as the device. */
export async function renewRecoveryCodes(
  app: Pick<App, 'db' | 'keys' | 'clock' | 'passwords'>,
  actor: SessionActor,
  proof: { readonly password: string; readonly code: string },
): Promise<readonly string[]> {
  if (!(await isTwoFactorOn(app.db, actor.user.id))) throw conflict('Two-factor sign-in is off')
  const known = await proveOwnPassword(app, actor, proof.password)
  return inTransaction(app, async (tx) => {
    const holds = known !== null && (await stillHolds(tx, known))
    if (!holds || !(await showsSecondFactor(app, tx, actor.user, proof.code))) {
      throw forbidden('The password or the code is wrong')
    }
    const codes = await issueRecoveryCodes(app, tx, actor.user)
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'recovery-codes-renewed' })
    await record(app, tx, actor, { event: 'RECOVERY_CODES_RENEWED' })
    return codes
  })
}
