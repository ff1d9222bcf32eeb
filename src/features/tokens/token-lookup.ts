import type { Config } from '../../config.ts'
import type { TokenActor, Via } from '../../core/actor.ts'
import { type Clock, minute } from '../../core/clock.ts'
import { tokenExpired, unauthorized } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { andThen, type Soon } from '../../core/soon.ts'
import type { Db } from '../../db/handle.ts'
import { Recall } from '../../db/recall.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hashToken } from '../../secrets/token-text.ts'
import { owedBy } from '../two-factor/owed-by.ts'
import { findHolder, noteTokenUse, type TokenHolder } from './store.ts'

export const tokenPrefix = 'svc_pat_'

const noteUseEvery = minute

const mostBytes = 10_000_000

interface Parts {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** From a personal access token to who is asking, and with which scopes. */
export class TokenLookup {
  readonly #parts: Parts
  readonly #recall: Recall<TokenHolder>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#recall = new Recall(parts.db, mostBytes)
  }

  identify(token: string, via: Via): Soon<TokenActor> {
    // Known by its own text until the next commit: hashing it would be the dearest step of an answer from memory.
    const found = this.#recall.of(token, async () => (await findHolder(this.#parts.db, hashToken(token))) ?? undefined)
    return andThen(found, (holder) => this.#admit(holder, via))
  }

  #admit(holder: TokenHolder | undefined, via: Via): Soon<TokenActor> {
    if (holder === undefined || holder.user.disabled) throw unauthorized('The token is not valid')
    const now = this.#parts.clock.now()
    if (holder.expiresAt <= now) throw tokenExpired()
    const { user, tokenId, scopes } = holder
    const isDue = now - (holder.lastUsedAt ?? 0) > noteUseEvery
    const noted = isDue ? this.#noteUse(tokenId) : undefined
    return andThen(noted, () =>
      andThen(owedBy(this.#parts, user.id), (owed) => ({ kind: 'token', via, user, tokenId, scopes, ...owed })),
    )
  }

  /** A note for the person, not a fact that anything depends on: failing to write it must not fail the request. */
  async #noteUse(tokenId: number): Promise<void> {
    try {
      await inTransaction(this.#parts, (tx) => noteTokenUse(tx, tokenId))
    } catch (error) {
      this.#parts.log.warn({ error: String(error), tokenId }, 'could not note that a token was used')
    }
  }
}
