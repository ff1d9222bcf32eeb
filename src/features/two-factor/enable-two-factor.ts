import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { issueRecoveryCodes } from './issue-recovery-codes.ts'
import { stepOfCode } from './one-time-code.ts'
import { acceptStep, findEnrolment, markEnabled } from './store.ts'

/** Ends enrolment with a first code; from now on the password alone opens nothing. */
export async function enableTwoFactor(
  app: Pick<App, 'db' | 'keys' | 'clock'>,
  actor: SessionActor,
  code: string,
): Promise<readonly string[]> {
  return inTransaction(app, async (tx) => {
    const enrolment = await findEnrolment(tx, app.keys, actor.user)
    if (enrolment === null) throw conflict('Two-factor sign-in was not set up: begin with the set-up')
    if (enrolment.enabled) throw conflict('Two-factor sign-in is on already')
    const step = stepOfCode(enrolment.secret, code.replaceAll(/\s/g, ''), app.clock.now())
    // Used up by this: whoever has looked over the person's shoulder does not sign in with it.
    if (step === null || !(await acceptStep(tx, actor.user.id, step))) {
      throw invalidField('code', 'wrong', 'is not the code that the application shows now')
    }
    await markEnabled(tx, actor.user.id)
    const codes = await issueRecoveryCodes(app, tx, actor.user)
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'two-factor-enabled' })
    await record(app, tx, actor, { event: 'TWO_FACTOR_ENABLED' })
    return codes
  })
}
