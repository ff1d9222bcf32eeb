import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { passkeyAlgorithms } from '../../core/passkey-algorithms.ts'
import { type Factors, requireFactors } from '../two-factor/require-factors.ts'
import { challengeLifetime, isChallengeFor, newChallenge, purposes } from './challenges.ts'
import { describeCredentials } from './request-options.ts'
import { requireParty } from './require-party.ts'
import { countPasskeys, credentialsOf } from './store.ts'
import { userHandleOf } from './user-handle.ts'

type Needs = Pick<App, 'config' | 'db' | 'keys' | 'clock'>

/**
 * Needs all that signing in needs, because that is what a passkey stands for from then on. What comes back is a challenge of
 * this session: whoever answers it has shown all of that a moment ago.
 */
export async function beginPasskey(
  app: Needs & Pick<App, 'passwords'>,
  actor: SessionActor,
  factors: Factors,
): Promise<string> {
  requireParty(app.config)
  requirePlaceFor('passkeys', await countPasskeys(app.db, actor.user.id))
  await requireFactors(app, actor, factors)
  return newChallenge(app, purposes.add(actor))
}

/** What the browser's `credentials.create` takes, in JSON. Null: the challenge is not of this session, or too old. */
export async function creationOptions(app: Needs, actor: SessionActor, challenge: string): Promise<object | null> {
  const { user } = actor
  const party = requireParty(app.config)
  if (!isChallengeFor(app, purposes.add(actor), challenge)) return null
  return {
    rp: { id: party.id, name: 'Stithy' },
    user: { id: userHandleOf(user), name: user.username, displayName: user.fullName || user.username },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetime,
    attestation: 'none',
    // Those that are there already: an authenticator makes no second one beside its own.
    excludeCredentials: describeCredentials(await credentialsOf(app.db, user.id)),
    // One that names its account itself, and asks for a finger or a PIN: it is good for both ways to sign in.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}
