import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { forbidden, invalidCredentials, rateLimited, wrongCode } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { provePassword, stillHolds } from '../passwords/password-proof.ts'
import { requirePasswordLogin } from '../passwords/require-password-login.ts'
import { openSession, type SessionGrant } from '../sessions/open-session.ts'
import { isLinked } from '../single-sign-on/is-linked.ts'
import { isTwoFactorOn } from '../two-factor/two-factor-state.ts'
import { findUserByEmail, findUserByName } from '../users/find-user.ts'
import { challenge } from './challenges.ts'
import { loginFailed } from './login-failed.ts'
import { openSessionWithCode, type Proven } from './open-session-with-code.ts'

export interface Credentials {
  /** A user name or an e-mail address. */
  readonly login: string
  /** The other of the two, where both were sent: of the same account, or of none that can sign in so. */
  readonly also?: string | undefined
  readonly password: string
  /** Form A may send the second factor along. */
  readonly code?: string | undefined
  /**
   * Whose account it has to be, where somebody has signed in elsewhere and shows that this account is theirs. The password is
   * then not what opens it alone, and is asked for where passwords are off, too: once, for an account that is not linked.
   */
  readonly only?: number | undefined
}

export type LoginResult =
  | { readonly kind: 'granted'; readonly grant: SessionGrant }
  | { readonly kind: 'challenged'; readonly challengeToken: string }

type Needs = Pick<App, 'config' | 'db' | 'keys' | 'clock' | 'limits' | 'passwords' | 'sessionTokens'>

export async function login(app: Needs, via: Via, input: Credentials): Promise<LoginResult> {
  const proven = await requirePassword(app, via, input)
  const { user, proof } = proven
  if (await isTwoFactorOn(app.db, user.id)) {
    if (input.code === undefined) return { kind: 'challenged', challengeToken: await challenge(app, proof) }
    const granted = await openSessionWithCode(app, via, proven, input.code)
    if (granted === null) throw wrongCode()
    return { kind: 'granted', grant: granted }
  }
  const grant = await inTransaction(app, async (tx) => {
    if (!(await stillHolds(tx, proof))) throw invalidCredentials()
    const opened = await openSession(app, tx, user, via)
    await record(app, tx, { kind: 'session', via, user, sessionId: opened.sessionId }, { event: 'LOGIN_SUCCEEDED' })
    return opened
  })
  return { kind: 'granted', grant }
}

function findUser(app: Pick<App, 'db'>, name: string): Promise<User | null> {
  return name.includes('@') ? findUserByEmail(app.db, name) : findUserByName(app.db, name)
}

/** The account of the address may be linked to somebody else than who has come with it: then there is nothing to show. */
async function hasOtherWay(app: Needs, user: User | null): Promise<boolean> {
  return user !== null && isLinked(app, user.id)
}

/** The same work, time and answer whether the account is missing or the password is wrong. */
async function requirePassword(app: Needs, via: Via, input: Credentials): Promise<Proven> {
  if (input.only === undefined) requirePasswordLogin(app, `sign in with ${app.config.OIDC_NAME}`)
  const key = input.login.toLowerCase()
  const allowance = await app.limits.take('account', key)
  if (allowance.exceeded) throw rateLimited(allowance.resetSeconds)
  const named = await findUser(app, input.login)
  const other = input.also === undefined ? named : await findUser(app, input.also)
  const isAllowed = app.config.PASSWORD_LOGIN_ENABLED || (named?.id === input.only && !(await hasOtherWay(app, named)))
  const user = named?.id === other?.id && isAllowed ? named : null
  const proof = await provePassword(app, user?.id ?? null, input.password)
  if (proof === null || user === null) {
    await loginFailed(app, via, input.login, 'password')
    throw invalidCredentials()
  }
  await app.limits.giveBack('account', key)
  if (user.disabled) throw forbidden('This account is disabled: ask an administrator')
  return { user, proof }
}
