import { hkdfSync } from 'node:crypto'

/** Keys derived from the one secret, a purpose each: a value made for one purpose never verifies for another. */
export interface Keys {
  readonly jwt: Uint8Array
  readonly audit: Uint8Array
  /** Encrypts secrets that must be read back (TOTP seeds, CI variables). */
  readonly seal: Uint8Array
  /** Keyed hash of recovery codes, which are too short for a plain one. */
  readonly recovery: Uint8Array
  /** Signs what a browser keeps for us (flash messages). */
  readonly cookie: Uint8Array
  /** Signs what `git-lfs-authenticate` hands out. */
  readonly lfs: Uint8Array
  /** Signs the challenges of passkeys. */
  readonly passkey: Uint8Array
}

export function deriveKeys(secret: Uint8Array): Keys {
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `stithy ${purpose} v1`, 32))
  return {
    jwt: derive('jwt'),
    audit: derive('audit'),
    seal: derive('seal'),
    recovery: derive('recovery'),
    cookie: derive('cookie'),
    lfs: derive('lfs'),
    passkey: derive('passkey'),
  }
}
