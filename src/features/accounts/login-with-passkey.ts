import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { passkeyRefused } from '../../core/errors.ts'
import { purposes } from '../passkeys/challenges.ts'
import { checkPasskey } from '../passkeys/check-passkey.ts'
import { holdEnabled } from '../passwords/password-proof.ts'
import type { SessionGrant } from '../sessions/open-session.ts'
import { loginFailed } from './login-failed.ts'
import { openSessionWithPasskey } from './open-session-with-passkey.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'log' | 'sessionTokens' | 'webauthn'>

/**
 * Both factors at once: the device, and the finger or PIN that it has asked for. Whatever is wrong, the answer is the same,
 * for a disabled account too. No account is counted against: nobody guesses a signature, and whoever sent rubbish in
 * somebody's name would only lock them out.
 */
export async function loginWithPasskey(app: Needs, via: Via, answer: string): Promise<SessionGrant> {
  const proof = await checkPasskey(app, { purpose: purposes.signIn, userId: null }, answer)
  const user = 'refused' in proof ? proof.user : proof.passkey.user
  const grant =
    'refused' in proof
      ? null
      : await openSessionWithPasskey(app, via, proof, { holds: (tx) => holdEnabled(tx, proof.passkey.user.id) })
  if (grant !== null) return grant
  if ('refused' in proof) app.log.info({ why: proof.refused }, 'A passkey was refused')
  await loginFailed(app, via, user?.username ?? '', 'passkey')
  throw passkeyRefused('sign in with your password')
}
