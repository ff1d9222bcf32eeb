import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { minute, second } from '../../core/clock.ts'
import type { Outing } from '../../features/single-sign-on/finish-sign-on.ts'
import type { SignOnClaims } from '../../features/single-sign-on/sign-on-claims.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { clearCookie, readCookie, setCookie } from '../cookies.ts'
import { isSecure } from '../session-cookie.ts'

const lifetime = 10 * minute
const place = 'sign-on under way'

/** Browsers drop cookies that are too long: whoever wanted to go somewhere longer goes home. */
const longestRedirect = 1000

/** Where somebody is who signs in elsewhere. */
export type SignOnState =
  /** On their way: this has to fit what they bring back. */
  | ({ readonly kind: 'away'; readonly redirectTo: string } & Outing)
  /** Back, and nobody's here yet. `userId`: whose account has their address; null where they choose a name. */
  | {
      readonly kind: 'back'
      readonly redirectTo: string
      readonly claims: SignOnClaims
      readonly userId: number | null
    }

/**
 * Carried by the browser, sealed: what it says was checked, by us, in this browser, a moment ago. Nothing is kept for those who
 * never come back.
 */
export interface SignOnCookie {
  readonly read: () => SignOnState | null
  readonly keep: (state: SignOnState) => void
  readonly forget: () => void
}

export function signOnCookie(
  app: Pick<App, 'clock' | 'config' | 'keys'>,
  request: FastifyRequest,
  reply: FastifyReply,
): SignOnCookie {
  const secure = isSecure(app.config)
  // As for the session's: no sister host can plant one.
  const name = secure ? '__Host-svc_sign_on' : 'svc_sign_on'
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read: () => {
      const sealed = readCookie(request, name)
      if (sealed === undefined) return null
      try {
        const { until, state } = JSON.parse(unseal(app.keys.seal, place, sealed)) as Kept
        return until > app.clock.now() ? state : null
      } catch {
        // Not ours, or of a key before: as good as none.
        return null
      }
    },
    keep: (state) => {
      const redirectTo = state.redirectTo.length > longestRedirect ? '' : state.redirectTo
      const kept: Kept = { until: app.clock.now() + lifetime, state: { ...state, redirectTo } }
      const sealed = seal(app.keys.seal, place, JSON.stringify(kept))
      setCookie(reply, name, sealed, { ...attributes, maxAge: lifetime / second })
    },
    forget: () => clearCookie(reply, name, attributes),
  }
}

interface Kept {
  readonly until: number
  readonly state: SignOnState
}
