import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { day } from '../../core/clock.ts'
import { invalidField } from '../../core/errors.ts'
import { parseScope, type Scope, scopes } from '../../core/scopes.ts'
import { parseTitle } from '../../core/title.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { randomText } from '../../secrets/token-text.ts'
import { record } from '../audit/record.ts'
import { type AccessToken, countTokens, insertToken } from './store.ts'
import { tokenPrefix } from './token-lookup.ts'

const defaultTokenDays = 90
const maxTokenDays = 365

export interface NewToken {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresInDays?: number | undefined
}

/** The secret is in the result and nowhere else: only its hash is kept. */
export async function createToken(
  app: Pick<App, 'db' | 'keys' | 'clock'>,
  actor: SessionActor,
  input: NewToken,
): Promise<AccessToken & { readonly secret: string }> {
  const name = parseTitle('name', input.name)
  const granted = parseScopes(input.scopes)
  const days = input.expiresInDays ?? defaultTokenDays
  if (!Number.isInteger(days) || days < 1 || days > maxTokenDays) {
    throw invalidField('expires_in_days', 'range', `must be a whole number from 1 to ${maxTokenDays}`)
  }
  const secret = tokenPrefix + randomText(40)
  const token = await inTransaction(app, async (tx) => {
    requirePlaceFor('access tokens', await countTokens(tx, actor.user.id))
    const made = await insertToken(tx, actor.user.id, { name, secret, scopes: granted, expiresAt: tx.now + days * day })
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'token-created' })
    await record(app, tx, actor, {
      event: 'TOKEN_CREATED',
      target: { type: 'token', id: made.uuid, name },
      metadata: { scopes: granted, expires_in_days: days },
    })
    return made
  })
  return { ...token, secret }
}

function parseScopes(given: readonly string[]): readonly Scope[] {
  if (given.length === 0) throw invalidField('scopes', 'required', 'choose at least one')
  const read = given.map((text, index) => {
    const scope = parseScope(text)
    if (scope === undefined) throw invalidField(`scopes.${index}`, 'unknown', `must be one of ${scopes.join(', ')}`)
    return scope
  })
  return [...new Set(read)]
}
