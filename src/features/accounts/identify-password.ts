import type { App } from '../../app.ts'
import type { Actor, Via } from '../../core/actor.ts'
import { networkOf } from '../../core/address.ts'
import { Fault, invalidCredentials, rateLimited } from '../../core/errors.ts'
import { provePassword } from '../passwords/password-proof.ts'
import { isTwoFactorOn } from '../two-factor/two-factor-state.ts'
import { findUserByEmail, findUserByName } from '../users/find-user.ts'
import { loginFailed } from './login-failed.ts'

/**
 * For git, which can send nothing but a name and a password: good for one request, and only where the password is the
 * whole proof. An account with a second factor needs a token. Failures count as failed sign-ins.
 */
export async function identifyPassword(
  app: Pick<App, 'db' | 'keys' | 'limits' | 'passwords'>,
  via: Via,
  name: string,
  password: string,
): Promise<Actor> {
  const allowance = await app.limits.take('login', networkOf(via.ip ?? ''))
  if (allowance.exceeded) throw rateLimited(allowance.resetSeconds)
  const user = name.includes('@') ? await findUserByEmail(app.db, name) : await findUserByName(app.db, name)
  const proof = await provePassword(app, user?.id ?? null, password)
  if (user === null || proof === null || user.disabled) {
    await loginFailed(app, via, name, 'password')
    throw invalidCredentials()
  }
  await app.limits.giveBack('login', networkOf(via.ip ?? ''))
  if (await isTwoFactorOn(app.db, user.id)) {
    throw new Fault(
      'unauthorized',
      'This account uses two-factor sign-in: use a personal access token as the password',
      {
        code: 'TWO_FACTOR_REQUIRED',
      },
    )
  }
  return { kind: 'session', via, user, sessionId: 0 }
}
