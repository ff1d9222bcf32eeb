import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { startAgain, wrongCode } from '../../core/errors.ts'
import type { SessionGrant } from '../sessions/open-session.ts'
import { openSessionWithCode } from './open-session-with-code.ts'
import { takeSecondStep } from './second-step.ts'

/** The second step of a sign-in: the challenge says who, the code proves it. */
export async function completeLogin(
  app: Pick<App, 'db' | 'keys' | 'clock' | 'limits' | 'sessionTokens'>,
  via: Via,
  input: { readonly challengeToken: string; readonly code: string },
): Promise<SessionGrant> {
  const proven = await takeSecondStep(app, input.challengeToken)
  const grant = await openSessionWithCode(app, via, proven, input.code)
  if (grant === null) throw proven.left === 0 ? startAgain() : wrongCode()
  return grant
}
