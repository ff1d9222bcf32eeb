import { isIP } from 'node:net'
import type { Config } from '../../config.ts'

/** Whom passkeys are made for. It comes from the settings alone: a Host header is what a stranger says. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export type PasskeyPlace = { readonly party: RelyingParty } | { readonly why: string }

/** Browsers offer passkeys only where nobody on the way can read along, and only for names. */
export function passkeyPlace({ BASE_URL }: Pick<Config, 'BASE_URL'>): PasskeyPlace {
  const { protocol, hostname, origin } = new URL(BASE_URL)
  if (isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0) {
    return { why: `Browsers offer passkeys for host names only, and the address of this service is ${BASE_URL}` }
  }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) {
    return { why: `Browsers offer passkeys over https only, and the address of this service is ${BASE_URL}` }
  }
  return { party: { id: hostname, origin } }
}

export function partyOf(config: Pick<Config, 'BASE_URL'>): RelyingParty | null {
  const place = passkeyPlace(config)
  return 'party' in place ? place.party : null
}
