import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { second } from '../../core/clock.ts'
import { unauthorized } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hashToken } from '../../secrets/token-text.ts'
import { record } from '../audit/record.ts'
import { newRefreshToken } from './open-session.ts'
import { endSessions, findLiveSession, insertRefreshToken, isUsed, prolongSession, useRefreshToken } from './store.ts'

export interface RefreshedTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/**
 * Who is first here may come behind another at another process, which has told nobody yet: so long ago a token may have
 * been used there and count as used at the same time.
 */
const elsewhereMs = second

type Needs = Pick<App, 'db' | 'keys' | 'sessionTokens'>

/**
 * Exchanges a refresh token for new ones. A token that comes a second time was stolen, by either user: all ends. But one
 * that was good when it came, or came before the first had its answer, has lost a race, such as that of two tabs: that
 * ends nothing.
 */
export async function refreshSession(
  app: Needs & Pick<App, 'clock' | 'refreshes'>,
  via: Via,
  token: string,
): Promise<RefreshedTokens> {
  const key = hashToken(token)
  const refreshed = await app.refreshes.among(key, async (isFirst) => {
    const isLateHere = app.refreshes.cameLately(key)
    const isInTime = !isFirst || !(await isUsed(app.db, token, app.clock.now() - (isLateHere ? 0 : elsewhereMs)))
    return exchange(app, via, token, isInTime)
  })
  if (refreshed === null) throw unauthorized('The refresh token is not valid: sign in again')
  const accessToken = await app.sessionTokens.sign(refreshed.sessionUuid, 'access')
  return { accessToken, refreshToken: refreshed.refreshToken }
}

function exchange(
  app: Needs,
  via: Via,
  token: string,
  isInTime: boolean,
): Promise<{ readonly refreshToken: string; readonly sessionUuid: string } | null> {
  return inTransaction(app, async (tx) => {
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
    if (!found.fresh && !isInTime && session.endedAt === null) {
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
}
