import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { verifyHardware } from './verify-signature.ts'
import { wireFields } from './wire-fields.ts'

/** A signature as `ssh-keygen -Y sign` makes it (OpenSSH's PROTOCOL.sshsig). */
export interface SshSignature {
  readonly publicKey: Buffer
  readonly fingerprint: string
  readonly namespace: string
  readonly hash: 'sha256' | 'sha512'
  readonly signature: Buffer
}

const magic = Buffer.from('SSHSIG')
const longest = 64 * 1024
const armor = /^-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----\s*$/

/** Null for what is none, or one of a kind that nobody makes. */
export function readSshSignature(armored: string): SshSignature | null {
  const body = armored.length > longest ? undefined : armor.exec(armored)?.[1]
  const bytes = Buffer.from(body ?? '', 'base64')
  if (!bytes.subarray(0, 6).equals(magic) || bytes.length < 10 || bytes.readUInt32BE(6) !== 1) return null
  try {
    const [publicKey, namespace, , hash, signature] = wireFields(bytes.subarray(10))
    const hashName = hash?.toString('latin1')
    if (publicKey === undefined || namespace === undefined || signature === undefined) return null
    if (hashName !== 'sha256' && hashName !== 'sha512') return null
    const fingerprint = `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`
    return { publicKey, fingerprint, namespace: namespace.toString('utf8'), hash: hashName, signature }
  } catch {
    return null
  }
}

/** Whether the signature was made by the key that it names, over these bytes, and for this purpose. */
export function verifySshSignature(one: SshSignature, namespace: string, payload: Buffer): boolean {
  if (one.namespace !== namespace) return false
  const digest = createHash(one.hash).update(payload).digest()
  const signed = Buffer.concat([magic, ...[namespace, '', one.hash].map(wireText), wireBytes(digest)])
  try {
    return verifyWire(one.publicKey, signed, one.signature)
  } catch {
    // A signature can be anything; what cannot be read was not made by the key.
    return false
  }
}

const curves = {
  'ecdsa-sha2-nistp256': { crv: 'P-256', bytes: 32, hash: 'sha256' },
  'ecdsa-sha2-nistp384': { crv: 'P-384', bytes: 48, hash: 'sha384' },
  'ecdsa-sha2-nistp521': { crv: 'P-521', bytes: 66, hash: 'sha512' },
} as const

function verifyWire(publicKey: Buffer, signed: Buffer, wrapped: Buffer): boolean {
  const key = wireFields(publicKey)
  const type = key[0]?.toString('latin1') ?? ''
  const { algorithm, body, rest } = unwrap(wrapped)
  if (type.startsWith('sk-')) {
    if (algorithm !== type) return false
    return verifyHardware(type, key, { signed, signature: Buffer.concat([body, rest]) })
  }
  if (rest.length > 0) return false
  if (type === 'ssh-ed25519' && algorithm === type) {
    return verify(null, signed, keyOf({ kty: 'OKP', crv: 'Ed25519', x: text(key[1]) }), body)
  }
  if (type === 'ssh-rsa' && (algorithm === 'rsa-sha2-256' || algorithm === 'rsa-sha2-512')) {
    const hash = algorithm === 'rsa-sha2-256' ? 'sha256' : 'sha512'
    return verify(hash, signed, keyOf({ kty: 'RSA', e: text(number(key[1])), n: text(number(key[2])) }), body)
  }
  const curve = Object.entries(curves).find(([name]) => name === type)?.[1]
  if (curve === undefined || algorithm !== type) return false
  const { crv, bytes, hash } = curve
  const point = key[2] ?? Buffer.alloc(0)
  if (point.length !== 1 + 2 * bytes || point[0] !== 4) return false
  const [x, y] = [point.subarray(1, 1 + bytes), point.subarray(1 + bytes)]
  const numbers = wireFields(body).map((one) => padded(number(one), bytes))
  const options = { key: keyOf({ kty: 'EC', crv, x: text(x), y: text(y) }), dsaEncoding: 'ieee-p1363' } as const
  return numbers.length === 2 && verify(hash, signed, options, Buffer.concat(numbers))
}

/** The algorithm, the signature itself, and what a security token adds. */
function unwrap(bytes: Buffer): { algorithm: string; body: Buffer; rest: Buffer } {
  const nameEnd = 4 + bytes.readUInt32BE(0)
  const bodyEnd = nameEnd + 4 + bytes.readUInt32BE(nameEnd)
  if (bodyEnd > bytes.length) throw new Error('A field ends behind the end')
  const algorithm = bytes.toString('latin1', 4, nameEnd)
  return { algorithm, body: bytes.subarray(nameEnd + 4, bodyEnd), rest: bytes.subarray(bodyEnd) }
}

function keyOf(jwk: JsonWebKey) {
  return createPublicKey({ key: jwk, format: 'jwk' })
}

function text(bytes: Buffer | undefined): string {
  return (bytes ?? Buffer.alloc(0)).toString('base64url')
}

/** A positive number has a zero in front where its first bit is set. */
function number(bytes: Buffer | undefined): Buffer {
  const start = bytes?.findIndex((byte) => byte !== 0) ?? -1
  return bytes === undefined || start === -1 ? Buffer.alloc(0) : bytes.subarray(start)
}

function padded(bytes: Buffer, length: number): Buffer {
  if (bytes.length > length) throw new Error('A number is too large')
  return Buffer.concat([Buffer.alloc(length - bytes.length), bytes])
}

function wireText(value: string): Buffer {
  return wireBytes(Buffer.from(value))
}

function wireBytes(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
