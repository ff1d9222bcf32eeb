import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * AES-256-GCM. `place` says where the value is stored and is authenticated with it: a ciphertext that was copied to
 * another row does not open there.
 */
export function seal(key: Uint8Array, place: string, plain: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64')}`
}

export function unseal(key: Uint8Array, place: string, sealed: string): string {
  const [version, data] = sealed.split('.')
  if (version !== 'v1' || data === undefined) throw new Error(`The sealed value at ${place} has an unknown version`)
  const bytes = Buffer.from(data, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}
