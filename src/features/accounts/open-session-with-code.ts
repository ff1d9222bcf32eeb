import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { rateLimited } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { type PasswordProof, stillHolds } from '../passwords/password-proof.ts'
import { openSession, type SessionGrant } from '../sessions/open-session.ts'
import { useSecondFactor } from '../two-factor/check-second-factor.ts'
import { closeChallenges, elsewhere, type FirstStep } from './challenges.ts'
import { loginFailed } from './login-failed.ts'

/** Whoever mistypes one or two codes is left alone; after so many, the owner hears that somebody else may have the password. */
const wrongCodesUntilMail = 5

/** Somebody who knew the password. */
export interface Proven {
  readonly user: User
  readonly proof: PasswordProof
  readonly first?: FirstStep
}

/** The last step of a two-factor sign-in; null: the code is wrong, which counts against the account from anywhere. */
export async function openSessionWithCode(
  app: Pick<App, 'db' | 'keys' | 'clock' | 'limits' | 'sessionTokens'>,
  via: Via,
  { user, proof, first = 'password' }: Proven,
  code: string,
): Promise<SessionGrant | null> {
  const key = `second factor of ${user.id}`
  const allowance = await app.limits.take('account', key)
  if (allowance.exceeded) throw rateLimited(allowance.resetSeconds)
  const grant = await inTransaction(app, async (tx) => {
    const factor = (await stillHolds(tx, proof)) ? await useSecondFactor(app, tx, user, code) : null
    if (factor === null) return null
    await closeChallenges(tx, user.id)
    const opened = await openSession(app, tx, user, via)
    const actor = { kind: 'session', via, user, sessionId: opened.sessionId } as const
    if (factor === 'recovery-code') {
      await emit(tx, { type: 'account.security-changed', userId: user.id, change: 'recovery-code-used' })
      await record(app, tx, actor, { event: 'RECOVERY_CODE_USED' })
    }
    await record(app, tx, actor, { event: 'LOGIN_SUCCEEDED', metadata: { factor, ...elsewhere(first) } })
    return opened
  })
  if (grant === null) {
    await loginFailed(app, via, user.username, 'code')
    // The count starts anew with each window: that is also how often at most they hear of it.
    if (allowance.limit - allowance.remaining === wrongCodesUntilMail) {
      await inTransaction(app, (tx) =>
        emit(tx, { type: 'account.security-changed', userId: user.id, change: 'codes-guessed' }),
      )
    }
    return null
  }
  await app.limits.giveBack('account', key)
  return grant
}
