/** What the server asks of an authenticator: as the browser's functions take it, but for bytes, which are in base64url. */
export type Asked = Readonly<Record<string, unknown>>

type Descriptor = { readonly id: string; readonly transports?: AuthenticatorTransport[] }

/** A credential that was made, in JSON. */
export async function createCredential(asked: Asked, signal: AbortSignal): Promise<string> {
  const { user, challenge, excludeCredentials } = asked as {
    user: PublicKeyCredentialUserEntityJSON
    challenge: string
    excludeCredentials: Descriptor[]
  }
  const publicKey = {
    ...(asked as unknown as PublicKeyCredentialCreationOptions),
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map(describe),
  }
  return answerOf(await navigator.credentials.create({ publicKey, signal }))
}

/** A signature of one that is there. */
export async function getCredential(
  asked: Asked,
  signal: AbortSignal,
  mediation: CredentialMediationRequirement,
): Promise<string> {
  const { challenge, allowCredentials = [] } = asked as { challenge: string; allowCredentials?: Descriptor[] }
  const publicKey = {
    ...(asked as unknown as PublicKeyCredentialRequestOptions),
    challenge: toBytes(challenge),
    allowCredentials: allowCredentials.map(describe),
  }
  return answerOf(await navigator.credentials.get({ publicKey, signal, mediation }))
}

/** By hand, not by `toJSON`: not every browser has it, nor every password manager that stands in for one. */
function answerOf(credential: Credential | null): string {
  const { id, response } = credential as PublicKeyCredential
  const told: Record<string, unknown> = { clientDataJSON: toText(response.clientDataJSON) }
  if ('attestationObject' in response) {
    const made = response as AuthenticatorAttestationResponse
    told['attestationObject'] = toText(made.attestationObject)
    told['transports'] = made.getTransports?.() ?? []
  } else {
    const signed = response as AuthenticatorAssertionResponse
    told['authenticatorData'] = toText(signed.authenticatorData)
    told['signature'] = toText(signed.signature)
    told['userHandle'] = signed.userHandle === null ? null : toText(signed.userHandle)
  }
  return JSON.stringify({ id, type: 'public-key', response: told })
}

function describe({ id, transports }: Descriptor): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: toBytes(id), ...(transports === undefined ? {} : { transports }) }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

function toText(bytes: ArrayBuffer): string {
  const text = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
