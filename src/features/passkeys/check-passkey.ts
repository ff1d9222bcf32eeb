import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import type { Use } from '../../webauthn/webauthn.ts'
import { isChallengeFor, useChallenge } from './challenges.ts'
import { parseAssertion } from './parse-answer.ts'
import { partyOf } from './relying-party.ts'
import { findByCredential, findCounter, type KnownPasskey, saveUse } from './store.ts'
import { userHandleOf } from './user-handle.ts'

/** That somebody has just signed with a passkey. It is good for one thing, once: see `usePasskey`. */
export interface PasskeyProof {
  readonly passkey: KnownPasskey
  readonly challenge: string
  readonly use: Use
}

/** `user`: whose the passkey said to be, where there is such a one. */
export interface PasskeyRefusal {
  readonly refused: string
  readonly user: User | null
}

export interface Asked {
  readonly purpose: string
  /** Who has given the password; null where the passkey has to say who it is, and to be two factors. */
  readonly userId: number | null
}

/** Whether what an authenticator answered is true. Looks only: no transaction waits for the sums. */
export async function checkPasskey(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'webauthn'>,
  { purpose, userId }: Asked,
  answer: string,
): Promise<PasskeyProof | PasskeyRefusal> {
  const party = partyOf(app.config)
  const assertion = parseAssertion(answer)
  if (party === null || assertion === null) return { refused: 'The answer is none', user: null }
  const passkey = await findByCredential(app.db, assertion.id)
  if (passkey === null) return { refused: 'Nobody has this passkey', user: null }
  const { user } = passkey
  if (userId !== null && userId !== user.id) return { refused: 'It is somebody else’s', user }
  if (!isHandleOf(user, assertion.userHandle, userId === null)) return { refused: 'It names another account', user }
  let challenge = ''
  const isChallenge = (text: string): boolean => {
    challenge = text
    return isChallengeFor(app, purpose, text)
  }
  const expected = { isChallenge, origin: party.origin, rpId: party.id, userVerified: userId === null }
  const use = await app.webauthn.verifyAssertion(assertion, passkey.publicKey, expected)
  return 'refused' in use ? { ...use, user } : { passkey, challenge, use }
}

/** Authenticators that were told which credential to use need not name the account. */
function isHandleOf(user: User, handle: string | null, isNeeded: boolean): boolean {
  return handle === null ? !isNeeded : handle === userHandleOf(user)
}

export type UsedPasskey = 'used' | 'void' | 'copied'

/**
 * Uses a proof up. `void`: it was used before, or the passkey is gone. `copied`: the signature holds, but it has counted that
 * far already, so there are two of it.
 */
export async function usePasskey(tx: Tx, { passkey, challenge, use }: PasskeyProof): Promise<UsedPasskey> {
  if (!(await useChallenge(tx, challenge))) return 'void'
  if ((await saveUse(tx, passkey.id, use)) !== null) return 'used'
  return (await findCounter(tx, passkey.id)) === null ? 'void' : 'copied'
}
