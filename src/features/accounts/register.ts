import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import type { Actor, Via } from '../../core/actor.ts'
import { forbidden } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { onUserRegistered } from '../lifecycle/on-user-registered.ts'
import { noPassword } from '../passwords/no-password.ts'
import { requirePasswordLogin } from '../passwords/require-password-login.ts'
import { isFirstAccount } from '../users/is-first-account.ts'
import { setAdmin } from '../users/set-admin.ts'
import { checkRegistration } from './check-registration.ts'
import { isForeignName } from './is-foreign-name.ts'
import { insertAccount, isOnlyUser, refuseTaken } from './store.ts'

export interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly fullName?: string | undefined
}

/** Without a password: somebody who signs in by another way. */
export type NewAccount = Omit<Registration, 'password'> & { readonly password: string | null }

type Needs = Pick<App, 'config' | 'db' | 'keys' | 'log' | 'passing' | 'passwords'>

/** A stranger makes an account. The first one from this very machine becomes administrator. */
export async function register(app: Needs, via: Via, input: Registration): Promise<User> {
  if (!app.config.REGISTRATION_ENABLED) throw forbidden('Registration is closed: ask an administrator for an account')
  requirePasswordLogin(app, `accounts are made by signing in with ${app.config.OIDC_NAME}`)
  const firstIsAdmin = await mayBecomeFirst(app, via)
  return createAccount(app, { kind: 'anonymous', via }, input, { event: 'USER_REGISTERED', firstIsAdmin })
}

/**
 * Whether a stranger who comes so would administer the service by being the first: wherever the form would make them. Refuses
 * who may not be the first at all.
 */
export async function mayBecomeFirst(app: Pick<App, 'config' | 'db'>, via: Via): Promise<boolean> {
  const isLured = via.local && isForeignName(app.config, via.host)
  if (isLured && (await isFirstAccount(app))) throw forbidden(lured(app.config))
  return app.config.REGISTRATION_ENABLED && via.local && !isLured
}

/** A page that lets its own name lead to this machine could otherwise take the service over before its operator has begun. */
function lured({ BASE_URL: base }: Pick<Config, 'BASE_URL'>): string {
  return `The first account administers the service: make it at ${base}, or set BASE_URL to the address that you use`
}

export interface HowMade {
  readonly event: 'USER_REGISTERED' | 'USER_CREATED'
  readonly firstIsAdmin: boolean
  /** Somebody whom we believe says that the address is theirs. */
  readonly emailVerified?: boolean
  /** Which mail follows. */
  readonly news?: 'user.registered' | 'user.invited'
  /** What else belongs to it, in the same transaction. */
  readonly also?: (tx: Tx, user: User) => Promise<void>
}

/** For every way to make an account: all rules, the directory, the row, the mail and the audit entry. */
export async function createAccount(app: Needs, actor: Actor, input: NewAccount, how: HowMade): Promise<User> {
  const { username, email, fullName } = checkRegistration(app, input)
  await refuseTaken(app.db, username, email)
  const passwordHash = input.password === null ? noPassword : await app.passwords.hash(input.password)
  const undo = await onUserRegistered(app, username)
  try {
    await app.passing('owner.folder-made')
    return await inTransaction(app, async (tx) => {
      const user = await insertAccount(tx, {
        username,
        fullName,
        email,
        emailVerified: how.emailVerified === true,
        passwordHash,
      })
      await emit(tx, { type: how.news ?? 'user.registered', userId: user.id })
      const self: Actor = actor.kind === 'anonymous' ? { kind: 'session', via: actor.via, user, sessionId: 0 } : actor
      await record(app, tx, self, { event: how.event, target: { type: 'user', id: user.uuid, name: user.username } })
      // After the audit entry, which makes registrations queue up: of two at once only one can be the first.
      const isAdmin = how.firstIsAdmin && (await isOnlyUser(tx, user.id))
      if (isAdmin) await setAdmin(tx, user.id, true)
      await how.also?.(tx, user)
      return { ...user, isAdmin }
    })
  } catch (error) {
    await undo()
    throw error
  }
}
