import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { startAgain, wrongCode } from '../../core/errors.ts'
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
    const taken = await takeTry(tx, input.challengeToken)
    const user = taken === null ? null : await findUserById(tx, taken.userId)
    return taken === null || user === null
      ? null
      : { user, proof: await proofOfChallenge(tx, user.id), left: taken.left }
  })
  if (proven === null || proven.user.disabled) throw startAgain()
  const grant = await openSessionWithCode(app, via, proven, input.code)
  if (grant === null) throw proven.left === 0 ? startAgain() : wrongCode()
  return grant
}
