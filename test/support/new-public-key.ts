import { generateKeyPairSync } from 'node:crypto'

/** A line of an OpenSSH .pub file. */
export function newPublicKey(comment: string): string {
  const { publicKey } = generateKeyPairSync('ed25519')
  const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const parts = [Buffer.from('ssh-ed25519'), point].flatMap((part) => [lengthOf(part), part])
  return `ssh-ed25519 ${Buffer.concat(parts).toString('base64')} ${comment}`
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}
