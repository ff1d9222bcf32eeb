import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { alreadyExists, conflict } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { isChallengeFor, purposes, useChallenge } from './challenges.ts'
import { parseCreation } from './parse-answer.ts'
import { requireParty } from './require-party.ts'
import { countPasskeys, insertPasskey, type Passkey } from './store.ts'

export interface NewPasskey {
  readonly name: string
  /** Of `beginPasskey`. */
  readonly challenge: string
  /** What the browser's authenticator made, in JSON. */
  readonly credential: string
}

/** The answer to `beginPasskey`, in the same session. */
export async function addPasskey(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'log' | 'webauthn'>,
  actor: SessionActor,
  { name: text, challenge, credential }: NewPasskey,
): Promise<Passkey> {
  const party = requireParty(app.config)
  const name = parseTitle('name', text)
  const creation = parseCreation(credential)
  const purpose = purposes.add(actor)
  const isChallenge = (one: string): boolean => one === challenge && isChallengeFor(app, purpose, one)
  const expected = { isChallenge, rpId: party.id, origin: party.origin, userVerified: true }
  const made =
    creation === null ? { refused: 'The answer is none' } : await app.webauthn.verifyCreation(creation, expected)
  if ('refused' in made) {
    app.log.info({ why: made.refused, userId: actor.user.id }, 'A new passkey was refused')
    throw notAdded()
  }
  return inTransaction(app, async (tx) => {
    requirePlaceFor('passkeys', await countPasskeys(tx, actor.user.id))
    if (!(await useChallenge(tx, challenge))) throw notAdded()
    const added = await insertPasskey(tx, actor.user.id, name, made)
    if (added === null) throw alreadyExists('PASSKEY', 'form', 'This passkey belongs to an account already')
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'passkey-added' })
    await record(app, tx, actor, {
      event: 'PASSKEY_ADDED',
      target: { type: 'passkey', id: added.uuid, name },
      metadata: { synced: added.isSynced },
    })
    return added
  })
}

function notAdded(): Error {
  return conflict('The passkey was not accepted, and not added: try again')
}
