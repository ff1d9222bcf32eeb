import type { Config } from '../../config.ts'
import { conflict } from '../../core/errors.ts'
import { passkeyPlace, type RelyingParty } from './relying-party.ts'

export function requireParty(config: Pick<Config, 'BASE_URL'>): RelyingParty {
  const place = passkeyPlace(config)
  if ('why' in place) throw conflict(place.why)
  return place.party
}
