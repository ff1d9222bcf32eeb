import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, forbidden } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { stillHolds } from '../passwords/password-proof.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import { showsSecondFactor } from './check-second-factor.ts'
import { isTwoFactorOn, removeEnrolment } from './store.ts'

/** Needs both factors: a session that somebody left open is not enough. */
export async function disableTwoFactor(
  app: Pick<App, 'db' | 'keys' | 'clock' | 'passwords'>,
  actor: SessionActor,
  proof: { readonly password: string; readonly code: string },
): Promise<void> {
  if (!(await isTwoFactorOn(app.db, actor.user.id))) throw conflict('Two-factor sign-in is off already')
  const known = await proveOwnPassword(app, actor, proof.password)
  await inTransaction(app, async (tx) => {
    const holds = known !== null && (await stillHolds(tx, known))
    if (!holds || !(await showsSecondFactor(app, tx, actor.user, proof.code))) {
      throw forbidden('The password or the code is wrong')
    }
    await removeEnrolment(tx, actor.user.id)
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'two-factor-disabled' })
    await record(app, tx, actor, { event: 'TWO_FACTOR_DISABLED' })
  })
}
