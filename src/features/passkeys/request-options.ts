import type { App } from '../../app.ts'
import { findChallenged } from '../accounts/challenges.ts'
import { challengeLifetime, newChallenge, purposes } from './challenges.ts'
import { partyOf } from './relying-party.ts'
import { requireParty } from './require-party.ts'
import { credentialsOf, type NamedCredential } from './store.ts'

type Needs = Pick<App, 'config' | 'keys' | 'clock'>

/** What the browser's `credentials.get` takes, in JSON. It names nobody and no credential: the authenticator does. */
export function signInOptions(app: Needs): object {
  const { id } = requireParty(app.config)
  return {
    challenge: newChallenge(app, purposes.signIn),
    rpId: id,
    timeout: challengeLifetime,
    // Nothing else is asked for: it has to be two factors in one.
    userVerification: 'required',
  }
}

/** The same for whoever has given the password. Null where they have no passkey. */
export async function secondFactorOptions(
  app: Needs & Pick<App, 'db'>,
  challengeToken: string,
): Promise<object | null> {
  const party = partyOf(app.config)
  const userId = party === null ? null : await findChallenged(app, challengeToken)
  const credentials = userId === null ? [] : await credentialsOf(app.db, userId)
  if (party === null || credentials.length === 0) return null
  return {
    challenge: newChallenge(app, purposes.secondFactor(challengeToken)),
    rpId: party.id,
    timeout: challengeLifetime,
    userVerification: 'preferred',
    allowCredentials: describeCredentials(credentials),
  }
}

export function describeCredentials(credentials: readonly NamedCredential[]): readonly object[] {
  return credentials.map(({ id, transports }) => ({ type: 'public-key', id, transports }))
}
