import { createHash } from 'node:crypto'
import { invalidField } from '../../core/errors.ts'

export interface PublicKey {
  readonly type: string
  /** `type base64`, without the comment. */
  readonly text: string
  readonly fingerprint: string
  readonly comment: string
}

const leastRsaBits = 4096
const curves = new Map([
  ['ecdsa-sha2-nistp256', 65],
  ['ecdsa-sha2-nistp384', 97],
  ['ecdsa-sha2-nistp521', 133],
  ['sk-ecdsa-sha2-nistp256@openssh.com', 65],
])
const edwards = new Set(['ssh-ed25519', 'sk-ssh-ed25519@openssh.com'])

/** The other half, pasted by mistake: a secret that is not even shown again to whoever sent it. */
export function isPrivateKey(text: string): boolean {
  return text.includes('PRIVATE KEY')
}

/** Reads one line of an OpenSSH `.pub` file. The key itself says what it is; the words around it are not believed. */
export function parsePublicKey(line: string): PublicKey {
  const text = line.trim()
  if (isPrivateKey(text)) throw refused('private', 'is a private key: paste the .pub file, and make a new pair')
  const [type = '', data = '', ...comment] = text.split(/[ \t]+/)
  if (text.includes('\n') || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
    throw refused('format', 'must be one line such as "ssh-ed25519 AAAA… name"')
  }
  const bytes = Buffer.from(data, 'base64')
  const fields = wireFields(bytes)
  if (fields === null || fields[0]?.toString('latin1') !== type) {
    throw refused('format', 'is damaged: copy the whole line of the .pub file')
  }
  checkStrength(type, fields)
  return {
    type,
    text: `${type} ${bytes.toString('base64')}`,
    fingerprint: `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`,
    comment: comment.join(' '),
  }
}

function checkStrength(type: string, fields: readonly Buffer[]): void {
  if (type === 'ssh-rsa') {
    const bits = bitLength(fields[2] ?? Buffer.alloc(0))
    if (fields.length !== 3) throw refused('format', 'is damaged: copy the whole line of the .pub file')
    if (bits < leastRsaBits) {
      throw refused('too_weak', `is an RSA key of ${bits} bits: use Ed25519, or RSA with at least ${leastRsaBits} bits`)
    }
    return
  }
  const sound = edwards.has(type) ? fields[1]?.length === 32 : fields[2]?.length === curves.get(type)
  if (!edwards.has(type) && !curves.has(type)) {
    throw refused('type', 'is of a kind that is not accepted: use Ed25519, ECDSA, or RSA with at least 4096 bits')
  }
  if (!sound) throw refused('format', 'is damaged: copy the whole line of the .pub file')
}

/** The strings of the SSH wire format, each with its length in front; null when they do not add up. */
function wireFields(bytes: Buffer): Buffer[] | null {
  const fields: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return null
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  return fields
}

function bitLength(integer: Buffer): number {
  const start = integer.findIndex((byte) => byte !== 0)
  if (start === -1) return 0
  return (integer.length - start) * 8 - Math.clz32(integer[start] ?? 0) + 24
}

function refused(code: string, message: string): Error {
  return invalidField('key', code, message)
}
