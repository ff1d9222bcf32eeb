import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { forbidden } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Claims } from '../../oidc/oidc.ts'
import { challenge } from '../accounts/challenges.ts'
import type { LoginResult } from '../accounts/login.ts'
import { loginFailed } from '../accounts/login-failed.ts'
import { record } from '../audit/record.ts'
import { holdEnabled, proofOfChallenge } from '../passwords/password-proof.ts'
import { openSession } from '../sessions/open-session.ts'
import { isTwoFactorOn } from '../two-factor/two-factor-state.ts'
import { notSignedIn } from './require-sign-on.ts'
import { type KnownIdentity, saveUse } from './store.ts'

/** It stands in for the password alone: a second factor that the account has is asked for as ever. */
export async function enterByIdentity(
  app: Pick<App, 'db' | 'keys' | 'sessionTokens'>,
  via: Via,
  { user, ...identity }: KnownIdentity,
  claims: Claims,
): Promise<LoginResult> {
  if (user.disabled) {
    await loginFailed(app, via, user.username, 'single-sign-on')
    throw disabled()
  }
  const isSecondNeeded = await isTwoFactorOn(app.db, user.id)
  const grant = await inTransaction(app, async (tx) => {
    if (!(await holdEnabled(tx, user.id))) throw disabled()
    if (!(await saveUse(tx, identity.id, claims.email))) throw notSignedIn('This sign-in was unlinked just now')
    if (isSecondNeeded) return null
    const opened = await openSession(app, tx, user, via)
    const actor = { kind: 'session', via, user, sessionId: opened.sessionId } as const
    await record(app, tx, actor, {
      event: 'LOGIN_SUCCEEDED',
      target: { type: 'identity', id: identity.uuid, name: claims.email ?? claims.subject },
      metadata: { factor: 'single-sign-on', issuer: identity.issuer },
    })
    return opened
  })
  if (grant !== null) return { kind: 'granted', grant }
  const proof = await proofOfChallenge(app.db, user.id)
  return { kind: 'challenged', challengeToken: await challenge(app, proof, identity.id) }
}

function disabled(): Error {
  return forbidden('This account is disabled: ask an administrator')
}
