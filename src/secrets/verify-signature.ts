import { createHash, createPublicKey, verify } from 'node:crypto'
import ssh2 from 'ssh2'
import { wireFields } from './wire-fields.ts'

export interface Proof {
  readonly algorithm: string
  /** For RSA: which hash the client signed with. Without one it is SHA-1. */
  readonly hash: string | undefined
  /** What was signed: the session's id and the request, so a signature is worth nothing anywhere else. */
  readonly signed: Buffer
  readonly signature: Buffer
}

/** Whether the holder of a registered key made this signature: an offered public key proves nothing. */
export function verifySignature(publicKey: string, proof: Proof): boolean {
  const [type = '', data = ''] = publicKey.split(' ')
  if (proof.algorithm !== type) return false
  if (type === 'ssh-rsa' && proof.hash !== 'sha256' && proof.hash !== 'sha512') return false
  try {
    if (type.startsWith('sk-')) return verifyHardware(type, wireFields(Buffer.from(data, 'base64')), proof)
    const key = ssh2.utils.parseKey(publicKey)
    if (key instanceof Error) return false
    // Whatever its type says, it can return an error, which would pass for true.
    const verdict: unknown = key.verify(proof.signed, proof.signature, proof.hash)
    return verdict === true
  } catch {
    // What a client sends as a signature can be anything; what cannot be read was not made by the key.
    return false
  }
}

const present = 0x01

/**
 * Keys in a security token sign a hash of their application, flags, a counter and a hash of the message. The flags say
 * whether somebody touched the token: without that, malware could use it unnoticed.
 */
export function verifyHardware(
  type: string,
  fields: readonly Buffer[],
  { signed, signature }: Pick<Proof, 'signed' | 'signature'>,
): boolean {
  const trailer = signature.subarray(-5)
  if (trailer.length !== 5 || ((trailer[0] ?? 0) & present) === 0) return false
  const application = fields.at(-1) ?? Buffer.alloc(0)
  const message = Buffer.concat([sha256(application), trailer, sha256(signed)])
  const body = signature.subarray(0, -5)
  if (type === 'sk-ssh-ed25519@openssh.com') {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: (fields[1] ?? Buffer.alloc(0)).toString('base64url') }
    return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), body)
  }
  const point = fields[2] ?? Buffer.alloc(0)
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const numbers = wireFields(body).map((number) => Buffer.concat([Buffer.alloc(32), number]).subarray(-32))
  return numbers.length === 2 && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, Buffer.concat(numbers))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
