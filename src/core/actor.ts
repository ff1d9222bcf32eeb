import type { Scope } from './scopes.ts'
import type { User } from './user.ts'

/** Where an act came from: kept with the actor, because the audit log wants it of every act. */
export interface Via {
  readonly door: 'web' | 'api' | 'ssh' | 'system'
  readonly ip: string | null
  /** Whether the caller sits at this very machine, with no proxy in between that we do not know. */
  readonly local: boolean
  readonly userAgent: string | null
  readonly requestId: string | null
}

export interface AnonymousActor {
  readonly kind: 'anonymous'
  readonly via: Via
}

/** A person at a browser or an application that signed in as one. */
export interface SessionActor {
  readonly kind: 'session'
  readonly via: Via
  readonly user: User
  readonly sessionId: number
}

/** A script with a personal access token: never more than its scopes. */
export interface TokenActor {
  readonly kind: 'token'
  readonly via: Via
  readonly user: User
  readonly tokenId: number
  readonly scopes: readonly Scope[]
}

/** The service itself: the command line, jobs, reconciliation. */
export interface SystemActor {
  readonly kind: 'system'
  readonly via: Via
}

export type KnownActor = SessionActor | TokenActor
export type Actor = AnonymousActor | KnownActor | SystemActor

declare const administrator: unique symbol
/** Only the gate in features/access makes one, so holding it is the proof that the check was made. */
export type AdminActor = (SessionActor | SystemActor) & { readonly [administrator]: true }

export const systemActor: SystemActor = {
  kind: 'system',
  via: { door: 'system', ip: null, local: true, userAgent: null, requestId: null },
}

export function userOf(actor: Actor): User | null {
  return actor.kind === 'session' || actor.kind === 'token' ? actor.user : null
}
