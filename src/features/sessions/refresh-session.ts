import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { unauthorized } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { newRefreshToken } from './open-session.ts'
import { endSessions, findLiveSession, insertRefreshToken, prolongSession, useRefreshToken } from './store.ts'

export interface RefreshedTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** Exchanges a refresh token for new ones. A token that comes a second time was stolen, by either user: all ends. */
export async function refreshSession(
  app: Pick<App, 'db' | 'keys' | 'sessionTokens'>,
  via: Via,
  token: string,
): Promise<RefreshedTokens> {
  const refreshed = await inTransaction(app, async (tx) => {
    const found = await useRefreshToken(tx, token)
    const session = found === null ? null : await findLiveSession(tx, { id: found.sessionId })
    if (found === null || session === null) return null
    const alive = session.endedAt === null && session.expiresAt > tx.now && !session.user.disabled
    if (found.fresh && alive) {
      const refreshToken = newRefreshToken()
      await insertRefreshToken(tx, session.id, refreshToken)
      await prolongSession(tx, session.id)
      return { refreshToken, sessionUuid: session.uuid }
    }
    if (!found.fresh && session.endedAt === null) {
      await endSessions(tx, session.user.id, { id: session.id })
      await record(
        app,
        tx,
        { kind: 'session', via, user: session.user, sessionId: session.id },
        {
          event: 'REFRESH_TOKEN_REUSED',
          target: { type: 'session', id: session.uuid, name: session.uuid },
        },
      )
    }
    return null
  })
  if (refreshed === null) throw unauthorized('The refresh token is not valid: sign in again')
  const accessToken = await app.sessionTokens.sign(refreshed.sessionUuid, 'access')
  return { accessToken, refreshToken: refreshed.refreshToken }
}
