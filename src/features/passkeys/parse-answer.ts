import type { Assertion, Creation } from '../../webauthn/webauthn.ts'

/** How a browser may reach an authenticator. Others may come to be: those are left out. */
const transports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** A credential's id has at most 1,023 bytes. */
const longestId = 1364
const longest = 60_000

type Fields = Readonly<Record<string, unknown>>

/** What `credentials.create` came to, in JSON. Null for anything else. */
export function parseCreation(text: string): Creation | null {
  const { credential, response } = read(text)
  const id = bytesIn(credential['id'], longestId)
  const clientDataJSON = bytesIn(response['clientDataJSON'])
  const attestationObject = bytesIn(response['attestationObject'])
  if (id === null || clientDataJSON === null || attestationObject === null) return null
  return { id, clientDataJSON, attestationObject, transports: transportsIn(response['transports']) }
}

/** What `credentials.get` came to. */
export function parseAssertion(text: string): Assertion | null {
  const { credential, response } = read(text)
  const id = bytesIn(credential['id'], longestId)
  const clientDataJSON = bytesIn(response['clientDataJSON'])
  const authenticatorData = bytesIn(response['authenticatorData'])
  const signature = bytesIn(response['signature'])
  if (id === null || clientDataJSON === null || authenticatorData === null || signature === null) return null
  return { id, clientDataJSON, authenticatorData, signature, userHandle: bytesIn(response['userHandle']) }
}

function read(text: string): { credential: Fields; response: Fields } {
  try {
    const credential = fieldsIn(JSON.parse(text))
    return { credential, response: fieldsIn(credential['response']) }
  } catch {
    return { credential: {}, response: {} }
  }
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function bytesIn(value: unknown, most = longest): string | null {
  return typeof value === 'string' && value.length <= most && /^[\w-]+$/.test(value) ? value : null
}

function transportsIn(value: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : []
  return [...transports].filter((one) => given.includes(one))
}
