import type { App } from '../../app.ts'
import type { Actor, Via } from '../../core/actor.ts'
import { networkOf } from '../../core/address.ts'
import { Fault, invalidCredentials, rateLimited } from '../../core/errors.ts'
import { markOf, provePassword } from '../passwords/password-proof.ts'
import { requirePasswordLogin } from '../passwords/require-password-login.ts'
import { owedBy } from '../two-factor/owed-by.ts'
import { isTwoFactorOn } from '../two-factor/two-factor-state.ts'
import { findUserByEmail, findUserByName } from '../users/find-user.ts'
import { loginFailed } from './login-failed.ts'

/**
 * For git, which can send nothing but a name and a password: good for one request, and only where the password is the
 * whole proof. An account with a second factor needs a token. Failures count as failed sign-ins.
 */
export async function identifyPassword(
  app: Pick<App, 'config' | 'db' | 'keys' | 'limits' | 'passwords'>,
  via: Via,
  name: string,
  password: string,
): Promise<Actor> {
  requirePasswordLogin(app, 'use a personal access token as the password', 'unauthorized')
  // The same counts that sign-ins go to: nobody gets more guesses by changing doors, or addresses.
  const counts = [['login', networkOf(via.ip ?? '')] as const, ['account', name.toLowerCase()] as const]
  for (const [limit, key] of counts) {
    const allowance = await app.limits.take(limit, key)
    if (allowance.exceeded) throw rateLimited(allowance.resetSeconds)
  }
  const user = name.includes('@') ? await findUserByEmail(app.db, name) : await findUserByName(app.db, name)
  const proof = await provePassword(app, user?.id ?? null, password)
  if (user === null || proof === null || user.disabled) {
    await loginFailed(app, via, name, 'password')
    throw invalidCredentials()
  }
  for (const [limit, key] of counts) await app.limits.giveBack(limit, key)
  if (await isTwoFactorOn(app.db, user.id)) {
    throw new Fault(
      'unauthorized',
      'This account uses two-factor sign-in: use a personal access token as the password',
      {
        code: 'TWO_FACTOR_REQUIRED',
      },
    )
  }
  return { kind: 'session', via, user, sessionId: 0, passwordMark: markOf(proof), ...(await owedBy(app, user.id)) }
}
