import type { App } from '../../app.ts'
import { startAgain } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type PasswordProof, proofOfChallenge } from '../passwords/password-proof.ts'
import { findUserById } from '../users/find-user.ts'
import { type FirstStep, takeTry } from './challenges.ts'

/** Somebody who has given the password, or signed in elsewhere, and is about to show the second factor. */
export interface SecondStep {
  readonly user: User
  readonly proof: PasswordProof
  readonly first: FirstStep
  /** How often they may be wrong after this. */
  readonly left: number
}

/** The challenge says who. Takes one try. */
export async function takeSecondStep(app: Pick<App, 'db'>, challengeToken: string): Promise<SecondStep> {
  const step = await inTransaction(app, async (tx) => {
    const taken = await takeTry(tx, challengeToken)
    const user = taken === null ? null : await findUserById(tx, taken.userId)
    return taken === null || user === null
      ? null
      : { user, proof: await proofOfChallenge(tx, user.id), left: taken.left, first: taken.first }
  })
  if (step === null || step.user.disabled) throw startAgain()
  return step
}
