import { createHmac } from 'node:crypto'

/** 32 random bytes cannot be guessed from it. */
export function secretPrint(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('stithy backup').digest('hex').slice(0, 32)
}
