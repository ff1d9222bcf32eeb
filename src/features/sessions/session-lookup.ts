import type { Config } from '../../config.ts'
import type { SessionActor, Via } from '../../core/actor.ts'
import { type Clock, minute } from '../../core/clock.ts'
import { unauthorized } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Db } from '../../db/handle.ts'
import { Recall } from '../../db/recall.ts'
import { inTransaction } from '../../db/transaction.ts'
import { owedBy } from '../two-factor/owed-by.ts'
import type { Audience, SessionTokens } from './session-tokens.ts'
import { findLiveSession, type LiveSession, prolongSession } from './store.ts'

const seenEvery = minute

const mostBytes = 10_000_000

interface Parts {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly sessionTokens: SessionTokens
}

/** From a JWT to who is asking. The session is looked up on every use, so ending it ends it at once. */
export class SessionLookup {
  readonly #parts: Parts
  readonly #recall: Recall<LiveSession>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#recall = new Recall(parts.db, mostBytes)
  }

  async identify(jwt: string, audience: Audience, via: Via): Promise<SessionActor> {
    const { db, clock, sessionTokens } = this.#parts
    const uuid = await sessionTokens.verify(jwt, audience)
    const session = await this.#recall.of(uuid, async () => (await findLiveSession(db, { uuid })) ?? undefined)
    const now = clock.now()
    if (session === undefined || session.endedAt !== null || session.expiresAt <= now || session.user.disabled) {
      throw unauthorized('The session has ended: sign in again')
    }
    if (now - session.lastSeenAt > seenEvery) await this.#seen(session.id)
    const owed = owedBy(this.#parts, session.user.id)
    return { kind: 'session', via, user: session.user, sessionId: session.id, ...(await owed) }
  }

  /** A note for the person, not a fact that anything depends on: failing to write it must not fail the request. */
  async #seen(sessionId: number): Promise<void> {
    try {
      await inTransaction(this.#parts, (tx) => prolongSession(tx, sessionId))
    } catch (error) {
      this.#parts.log.warn({ error: String(error), sessionId }, 'could not note that a session was seen')
    }
  }
}
