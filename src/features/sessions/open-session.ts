import type { Via } from '../../core/actor.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { randomText } from '../../secrets/token-text.ts'
import type { SessionTokens } from './session-tokens.ts'
import { insertRefreshToken, insertSession } from './store.ts'

/** What somebody who signed in gets: tokens for an application, a cookie for a browser. */
export interface SessionGrant {
  readonly sessionId: number
  readonly accessToken: string
  readonly refreshToken: string
  readonly cookie: string
  readonly user: User
}

export async function openSession(
  app: { readonly sessionTokens: SessionTokens },
  tx: Tx,
  user: User,
  via: Via,
): Promise<SessionGrant> {
  const session = await insertSession(tx, user.id, via)
  const refreshToken = newRefreshToken()
  await insertRefreshToken(tx, session.id, refreshToken)
  return {
    sessionId: session.id,
    accessToken: await app.sessionTokens.sign(session.uuid, 'access'),
    refreshToken,
    cookie: await app.sessionTokens.sign(session.uuid, 'cookie'),
    user,
  }
}

export function newRefreshToken(): string {
  return `svc_ref_${randomText(43)}`
}
