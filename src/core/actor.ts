import type { Scope } from './scopes.ts'
import type { User } from './user.ts'

/** Where an act came from: kept with the actor, because the audit log wants it of every act. */
export interface Via {
  readonly door: 'web' | 'api' | 'ssh' | 'system'
  readonly ip: string | null
  /** Whether the caller sits at this very machine, with no proxy in between that we do not know. */
  readonly local: boolean
  /** The name that a browser was given for us, with its port: whoever made it come here may have chosen it. */
  readonly host: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
}

export interface AnonymousActor {
  readonly kind: 'anonymous'
  readonly via: Via
}

/** Somebody who is known, and may have something to do before they are let in. */
export interface Owing {
  /** The service asks everybody for a second factor, and they have not set theirs up yet. */
  readonly owesSecondFactor?: true
}

/** A person at a browser or an application that signed in as one. */
export interface SessionActor extends Owing {
  readonly kind: 'session'
  readonly via: Via
  readonly user: User
  /** 0 where there is none. */
  readonly sessionId: number
  /** Who showed a password and has no session: which one it was, as `markOf` tells it. */
  readonly passwordMark?: string
}

/** A script with a personal access token: never more than its scopes. */
export interface TokenActor extends Owing {
  readonly kind: 'token'
  readonly via: Via
  readonly user: User
  /** 0 for one that SSH gave out. */
  readonly tokenId: number
  readonly scopes: readonly Scope[]
  /** Of the SSH key that it was given to. */
  readonly keyId?: number
}

/** A person's SSH key: repositories only, by what the person may do there. */
export interface SshKeyActor extends Owing {
  readonly kind: 'ssh-key'
  readonly via: Via
  readonly user: User
  readonly keyId: number
}

/** A machine's SSH key for one repository. It is nobody: not a person, and blind to every other repository. */
export interface DeployKeyActor {
  readonly kind: 'deploy-key'
  readonly via: Via
  readonly repoId: number
  readonly readOnly: boolean
  readonly keyId: number
}

/** The service itself: the command line, jobs, reconciliation. */
export interface SystemActor {
  readonly kind: 'system'
  readonly via: Via
}

export type KnownActor = SessionActor | TokenActor
export type Actor = AnonymousActor | KnownActor | SshKeyActor | DeployKeyActor | SystemActor

declare const administrator: unique symbol
/** Only the gate in features/access makes one, so holding it is the proof that the check was made. */
export type AdminActor = (SessionActor | SystemActor) & { readonly [administrator]: true }

export const systemActor: SystemActor = {
  kind: 'system',
  via: { door: 'system', ip: null, local: true, host: null, userAgent: null, requestId: null },
}

export function userOf(actor: Actor): User | null {
  return 'user' in actor ? actor.user : null
}
