import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/at-most.ts'
import { type Clock, day, minute, second } from '../../core/clock.ts'
import { tokenExpired, unauthorized } from '../../core/errors.ts'
import { hashToken } from '../../secrets/token-text.ts'

const accessLifetime = 15 * minute
/** A session ends when it was not used for this long. */
export const sessionLifetime = 30 * day
/** As long as browsers keep one; the session behind it ends long before, unless it is used. */
const cookieLifetime = 400 * day

/** `access` goes into an Authorization header and is short-lived; `cookie` stays in a browser. */
export type Audience = 'access' | 'cookie'

interface Claims {
  readonly sessionUuid: string
  readonly audience: Audience
  readonly expiresAt: number
}

/** Makes and checks session JWTs. A checked one is remembered by its hash until it expires: checking costs a lot. */
export class SessionTokens {
  readonly #key: Uint8Array
  readonly #clock: Clock
  readonly #checked = new LRUCache<string, Claims>(atMost(10_000))

  constructor(key: Uint8Array, clock: Clock) {
    this.#key = key
    this.#clock = clock
  }

  sign(sessionUuid: string, audience: Audience): Promise<string> {
    const now = this.#clock.now()
    const lifetime = audience === 'access' ? accessLifetime : cookieLifetime
    return (
      new SignJWT({ sid: sessionUuid })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(audience)
        // Two of one second are two: what is renewed is never what was there before.
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(now / second))
        .setExpirationTime(Math.floor((now + lifetime) / second))
        .sign(this.#key)
    )
  }

  /** The session that a token speaks for. Whether that session still lives is another question. */
  async verify(token: string, audience: Audience): Promise<string> {
    const hash = hashToken(token)
    const claims = this.#checked.get(hash) ?? (await this.#check(hash, token))
    if (claims.audience !== audience) throw unauthorized()
    if (claims.expiresAt <= this.#clock.now()) throw tokenExpired()
    return claims.sessionUuid
  }

  async #check(hash: string, token: string): Promise<Claims> {
    try {
      // Expiry is looked at by the caller, on every use; here only what never changes about a token.
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'aud', 'sid'],
        currentDate: new Date(0),
      })
      const { sid, aud, exp } = payload
      if (typeof sid !== 'string' || (aud !== 'access' && aud !== 'cookie') || exp === undefined) throw unauthorized()
      const claims = { sessionUuid: sid, audience: aud, expiresAt: exp * second } as const
      this.#checked.set(hash, claims)
      return claims
    } catch (error) {
      if (error instanceof errors.JOSEError) throw unauthorized()
      throw error
    }
  }
}
