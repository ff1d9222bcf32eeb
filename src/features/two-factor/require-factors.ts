import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { forbidden, invalidField } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type PasswordProof, stillHolds } from '../passwords/password-proof.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import { showsSecondFactor } from './check-second-factor.ts'
import { isTwoFactorOn } from './store.ts'

export interface Factors {
  readonly password: string
  /** Needed where two-factor sign-in is on. */
  readonly code: string
}

/** All that signing in needs, of somebody who is signed in: a session that somebody left open is not enough. */
export async function requireFactors(
  app: Pick<App, 'db' | 'keys' | 'clock' | 'passwords'>,
  actor: SessionActor,
  { password, code }: Factors,
): Promise<PasswordProof> {
  const { user } = actor
  const isOn = await isTwoFactorOn(app.db, user.id)
  if (isOn && code === '') throw invalidField('code', 'required', 'is needed: two-factor sign-in is on')
  const proof = await proveOwnPassword(app, actor, password)
  return inTransaction(app, async (tx) => {
    const holds = proof !== null && (await stillHolds(tx, proof))
    if (!holds || (isOn && !(await showsSecondFactor(app, tx, user, code)))) {
      // Not which of the two: whoever has one of them learns nothing about the other.
      throw forbidden(isOn ? 'The password or the code is wrong' : 'The password is wrong')
    }
    return proof
  })
}
