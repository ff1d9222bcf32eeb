import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { forbidden } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import type { Claims } from '../../oidc/oidc.ts'
import type { LoginResult } from '../accounts/login.ts'
import { createAccount, mayBecomeFirst } from '../accounts/register.ts'
import { enterByIdentity } from './enter-by-identity.ts'
import { recordIdentity } from './link-identity.ts'
import { type Identity } from './store.ts'
import { fullNameIn } from './suggest-name.ts'

type Needs = Pick<App, 'config' | 'db' | 'keys' | 'log' | 'passing' | 'passwords' | 'sessionTokens'>

/** Before anybody is asked for a name in vain. */
export function requireOpenDoor({ config }: Pick<App, 'config'>): void {
  if (config.OIDC_REGISTRATION) return
  throw forbidden(
    `No account here belongs to this sign-in: ask an administrator for one, or link yours to ${config.OIDC_NAME} in its security settings`,
  )
}

/**
 * An account for somebody whom the provider knows, as the registration form would make it, but for a password. The address is
 * the provider's, where it gives one, and is verified only where it says so.
 */
export async function registerIdentity(
  app: Needs,
  via: Via,
  claims: Claims,
  chosen: { readonly username: string; readonly email: string },
): Promise<{ readonly user: User; readonly entered: LoginResult }> {
  requireOpenDoor(app)
  const firstIsAdmin = await mayBecomeFirst(app, via)
  const input = {
    username: chosen.username,
    email: claims.email ?? chosen.email,
    fullName: fullNameIn(claims),
    password: null,
  }
  let identity: Identity | null = null
  const user = await createAccount(app, { kind: 'anonymous', via }, input, {
    event: 'USER_REGISTERED',
    firstIsAdmin,
    emailVerified: claims.email !== null && claims.emailVerified,
    also: async (tx, made) => {
      identity = await recordIdentity(app, tx, { kind: 'session', via, user: made, sessionId: 0 }, claims)
    },
  })
  if (identity === null) throw new Error('The account was made without its identity')
  return { user, entered: await enterByIdentity(app, via, { ...(identity as Identity), user }, claims) }
}
