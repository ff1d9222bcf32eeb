import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { passkeyRefused, startAgain } from '../../core/errors.ts'
import { purposes } from '../passkeys/challenges.ts'
import { checkPasskey } from '../passkeys/check-passkey.ts'
import { stillHolds } from '../passwords/password-proof.ts'
import type { SessionGrant } from '../sessions/open-session.ts'
import { loginFailed } from './login-failed.ts'
import { openSessionWithPasskey } from './open-session-with-passkey.ts'
import { takeSecondStep } from './second-step.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'log' | 'sessionTokens' | 'webauthn'>

/** The second step of a sign-in, by a passkey in place of a code: one of the person who has given the password. */
export async function completeLoginWithPasskey(
  app: Needs,
  via: Via,
  input: { readonly challengeToken: string; readonly answer: string },
): Promise<SessionGrant> {
  const { user, proof: password, first, left } = await takeSecondStep(app, input.challengeToken)
  const asked = { purpose: purposes.secondFactor(input.challengeToken), userId: user.id }
  const proof = await checkPasskey(app, asked, input.answer)
  const grant =
    'refused' in proof
      ? null
      : await openSessionWithPasskey(app, via, proof, { holds: (tx) => stillHolds(tx, password), first })
  if (grant !== null) return grant
  if ('refused' in proof) app.log.info({ why: proof.refused }, 'A passkey was refused')
  await loginFailed(app, via, user.username, 'passkey')
  throw left === 0 ? startAgain() : passkeyRefused('try again, or enter a code')
}
