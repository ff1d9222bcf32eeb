import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Random text without modulo bias: bytes past the last whole multiple of the alphabet are thrown away. */
export function randomText(length: number, letters = alphabet): string {
  const limit = 256 - (256 % letters.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += letters.charAt(byte % letters.length)
    }
  }
  return text
}

/** Tokens are long and random, so a plain hash is enough; only this is ever stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

export function sameText(a: string, b: string): boolean {
  const left = hash('sha256', a, 'buffer')
  const right = hash('sha256', b, 'buffer')
  return timingSafeEqual(left, right)
}
