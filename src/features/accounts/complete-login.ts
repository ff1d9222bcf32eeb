import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { invalidCredentials } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { proofOfChallenge } from '../passwords/password-proof.ts'
import type { SessionGrant } from '../sessions/open-session.ts'
import { findUserById } from '../users/find-user.ts'
import { takeTry } from './challenges.ts'
import { openSessionWithCode } from './open-session-with-code.ts'

/** The second step of a sign-in: the challenge says who, the code proves it. */
export async function completeLogin(
  app: Pick<App, 'db' | 'keys' | 'clock' | 'limits' | 'sessionTokens'>,
  via: Via,
  input: { readonly challengeToken: string; readonly code: string },
): Promise<SessionGrant> {
  const proven = await inTransaction(app, async (tx) => {
    const userId = await takeTry(tx, input.challengeToken)
    const user = userId === null ? null : await findUserById(tx, userId)
    return user === null ? null : { user, proof: await proofOfChallenge(tx, user.id) }
  })
  if (proven === null || proven.user.disabled) throw invalidCredentials()
  return openSessionWithCode(app, via, proven, input.code)
}
