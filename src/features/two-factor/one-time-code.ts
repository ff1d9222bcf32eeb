import { Secret, TOTP } from 'otpauth'

const period = 30

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Stithy', label, secret: Secret.fromBase32(secret), digits: 6, period, algorithm: 'SHA1' })
}

export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function otpauthUrl(secret: string, username: string): string {
  return totpOf(secret, username).toString()
}

/** The time step that a code belongs to: the present one or a neighbour, for clocks that are a little off. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}
