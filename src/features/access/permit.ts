import type { Actor, AdminActor, KnownActor, SessionActor } from '../../core/actor.ts'
import { Fault, forbidden, insufficientScope, unauthorized } from '../../core/errors.ts'
import { grants, type Scope } from '../../core/scopes.ts'

/**
 * What a route or page asks of whoever calls it.
 * - `public`: nobody is identified, credentials are not even looked at (signing in);
 * - `anyone`: strangers too, who then see what is public;
 * - `user`: somebody known, by session or token;
 * - `session`: a person who signed in, never a token: account things;
 * - `admin`: an administrator who signed in.
 */
export type Right = 'public' | 'anyone' | 'user' | 'session' | 'admin'

/** By which a door can tell, and lead people on. */
export const secondFactorOwed = 'TWO_FACTOR_REQUIRED'

/** The actor that a right lets through. Verbs ask for these types, so calling one without the check does not compile. */
export type Permitted<R extends Right> = R extends 'admin'
  ? AdminActor
  : R extends 'session'
    ? SessionActor
    : R extends 'user'
      ? KnownActor
      : Actor

/**
 * The one gate for rights that do not depend on a repository. A scope limits tokens; other actors have all scopes. Whoever
 * owes a second factor is let in only where it is set up (`enrols`).
 */
export function permit<R extends Right>(actor: Actor, right: R, scope: Scope | null, enrols = false): Permitted<R> {
  if (!enrols) requireSecondFactor(actor)
  if (!isAllowed(actor, right)) throw refusal(actor, right)
  if (scope !== null && actor.kind === 'token' && !grants(actor.scopes, scope)) throw insufficientScope(scope)
  return actor as Permitted<R>
}

/** For the gate to repositories, which git comes to without any other. */
export function requireSecondFactor(actor: Actor): void {
  if (!('owesSecondFactor' in actor)) return
  throw new Fault(
    'forbidden',
    'Everybody here needs a second factor: set yours up in the settings, under Security, and try again',
    { code: secondFactorOwed },
  )
}

function isAllowed(actor: Actor, right: Right): boolean {
  switch (right) {
    case 'public':
    case 'anyone':
      return true
    case 'user':
      return actor.kind === 'session' || actor.kind === 'token'
    case 'session':
      return actor.kind === 'session'
    case 'admin':
      return actor.kind === 'system' || (actor.kind === 'session' && actor.user.isAdmin)
  }
}

function refusal(actor: Actor, right: Right): Error {
  if (actor.kind === 'anonymous') return unauthorized()
  if (right === 'admin' && actor.kind === 'session') return forbidden('Only an administrator may do this')
  return forbidden('A token may not do this: sign in instead')
}
