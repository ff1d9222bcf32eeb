import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { Claims, Question } from '../../oidc/oidc.ts'
import type { LoginResult } from '../accounts/login.ts'
import { loginFailed } from '../accounts/login-failed.ts'
import { parsedEmail } from '../accounts/parse-email.ts'
import { findUserByEmail } from '../users/find-user.ts'
import { enterByIdentity } from './enter-by-identity.ts'
import { linkIdentity } from './link-identity.ts'
import { notSignedIn, requireAnswer, requireSignOn } from './require-sign-on.ts'
import { findIdentity, type Identity } from './store.ts'

/** What a browser was sent away with. */
export interface Outing {
  readonly question: Question
  /** The session in which somebody asked to link an account; null where somebody signs in. */
  readonly sessionId: number | null
}

export type Homecoming =
  | LoginResult
  | { readonly kind: 'linked'; readonly identity: Identity }
  /** Nobody here is linked to them. `userId`: whose account has their address, and is to be shown to be theirs first. */
  | { readonly kind: 'unknown'; readonly claims: Claims; readonly userId: number | null }

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'log' | 'oidc' | 'sessionTokens'>

/** Somebody comes back from the provider. `outing` null: not from where we sent them, or too late. */
export async function finishSignOn(
  app: Needs,
  actor: Actor,
  outing: Outing | null,
  query: string,
): Promise<Homecoming> {
  const oidc = requireSignOn(app)
  if (outing === null) throw notSignedIn('The sign-in took too long, or began in another window: try again')
  const answer = await oidc.check(outing.question, query)
  if ('failed' in answer && answer.failed === 'refused') await loginFailed(app, actor.via, '', 'single-sign-on')
  const told = requireAnswer(app, answer)
  const claims = { ...told, email: parsedEmail(told.email) }
  if (outing.sessionId !== null) return linkInSession(app, actor, outing.sessionId, claims)
  const known = await findIdentity(app.db, claims)
  if (known !== null) return enterByIdentity(app, actor.via, known, claims)
  const owner = claims.email === null ? null : await findUserByEmail(app.db, claims.email)
  return { kind: 'unknown', claims, userId: owner?.id ?? null }
}

/** Only for whoever asked for it, in the session in which they did. */
async function linkInSession(app: Needs, actor: Actor, sessionId: number, claims: Claims): Promise<Homecoming> {
  if (actor.kind !== 'session' || actor.sessionId !== sessionId) {
    throw conflict('Nothing was linked, because you signed out or changed the account meanwhile: begin again')
  }
  return { kind: 'linked', identity: await linkIdentity(app, actor, claims) }
}
