import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { randomText } from '../../secrets/token-text.ts'
import { record } from '../audit/record.ts'
import { normalRecoveryCode } from './check-second-factor.ts'
import { stepOfCode } from './one-time-code.ts'
import { findEnrolment, markEnabled, replaceRecoveryCodes } from './store.ts'

const recoveryCodes = 10

/** Ends enrolment with a first code; from now on the password alone opens nothing. */
export async function enableTwoFactor(
  app: Pick<App, 'db' | 'keys' | 'clock'>,
  actor: SessionActor,
  code: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await inTransaction(app, async (tx) => {
    const enrolment = await findEnrolment(tx, app.keys, actor.user)
    if (enrolment === null) throw conflict('Two-factor sign-in was not set up: begin with the set-up')
    if (enrolment.enabled) throw conflict('Two-factor sign-in is on already')
    // Not used up by this: the same code may still be on the screen at the first sign-in, seconds later.
    if (stepOfCode(enrolment.secret, code.replaceAll(/\s/g, ''), app.clock.now()) === null) {
      throw invalidField('code', 'wrong', 'is not the code that the application shows now')
    }
    await markEnabled(tx, actor.user.id)
    await replaceRecoveryCodes(tx, app.keys, actor.user, codes.map(normalRecoveryCode))
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'two-factor-enabled' })
    await record(app, tx, actor, { event: 'TWO_FACTOR_ENABLED' })
  })
  return codes
}

function newRecoveryCode(): string {
  const text = randomText(12).toLowerCase()
  return `${text.slice(0, 6)}-${text.slice(6)}`
}
