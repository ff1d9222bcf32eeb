// Lines of OpenSSH .pub files, made without the cost of finding primes: nobody signs with them.
import { randomBytes } from 'node:crypto'

export function ed25519Key(comment = ''): string {
  return keyLine('ssh-ed25519', [randomBytes(32)], comment)
}

/** An RSA key whose modulus has exactly so many bits. */
export function rsaKey(bits: number): string {
  const modulus = randomBytes(Math.ceil(bits / 8))
  const top = (bits - 1) % 8
  modulus[0] = ((modulus[0] ?? 0) & (2 ** top - 1)) | (2 ** top)
  // A leading zero keeps the number positive.
  return keyLine('ssh-rsa', [Buffer.from([1, 0, 1]), Buffer.concat([Buffer.alloc(top === 7 ? 1 : 0), modulus])])
}

/** The name of the kind stands in front and inside; what follows is up to the kind. */
export function keyLine(type: string, fields: readonly Buffer[], comment = ''): string {
  const parts = [Buffer.from(type), ...fields].flatMap((field) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(field.length)
    return [length, field]
  })
  return `${type} ${Buffer.concat(parts).toString('base64')} ${comment}`.trim()
}
