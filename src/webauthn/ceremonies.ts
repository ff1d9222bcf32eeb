// A program of its own: see webauthn.ts.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { passkeyAlgorithms } from '../core/passkey-algorithms.ts'
import type { Ceremonies, Expected, Refused } from './webauthn.ts'

const type = 'public-key' as const
const nothing = {}

export const ceremonies: Ceremonies = {
  verifyCreation: ({ id, transports, ...response }, expected) =>
    orRefused(async () => {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { id, rawId: id, type, response, clientExtensionResults: nothing },
        ...wanted(expected),
        supportedAlgorithmIDs: [...passkeyAlgorithms],
      })
      if (!verified) return { refused: 'The attestation does not hold' }
      const { credential, credentialBackedUp } = registrationInfo
      return {
        // The one that the authenticator has named, not the browser.
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports,
        isSynced: credentialBackedUp,
      }
    }),

  verifyAssertion: ({ id, userHandle, ...rest }, publicKey, expected) =>
    orRefused(async () => {
      const response = { ...rest, ...(userHandle === null ? {} : { userHandle }) }
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type, response, clientExtensionResults: nothing },
        ...wanted(expected),
        // Not with the one that is known: the library would complain of it before it has looked at the signature.
        credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
      })
      if (!verified) return { refused: 'The signature does not hold' }
      return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
    }),
}

function wanted({ isChallenge, origin, rpId, userVerified }: Expected) {
  return {
    expectedChallenge: isChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: userVerified,
  }
}

/** The library throws at whatever is not as it should be, down to bytes that are none. All of that comes from outside. */
async function orRefused<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}
