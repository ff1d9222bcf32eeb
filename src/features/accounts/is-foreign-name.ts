import type { Config } from '../../config.ts'
import { bareAddress } from '../../core/address.ts'

/**
 * Whether we were called by a name that is neither the one of BASE_URL nor this machine's own. Anybody can have a name that
 * leads here; an address says where it leads, and whoever sends no name at all is no browser.
 */
export function isForeignName({ BASE_URL: base }: Pick<Config, 'BASE_URL'>, host: string | null): boolean {
  if (host === null || bareAddress(host) !== null) return false
  const name = nameIn(host)
  return name !== 'localhost' && !name.endsWith('.localhost') && name !== nameIn(new URL(base).host)
}

function nameIn(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
}
