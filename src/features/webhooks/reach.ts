import { isIP, type LookupFunction } from 'node:net'
import { contains, parseCidr } from '../../core/address.ts'
import { isPublicAddress } from '../../core/public-address.ts'
import { ToldFailure } from './failure-in-words.ts'
import { type FoundAddress, resolveName } from './resolve-name.ts'

/**
 * A receiver that must not be reached, however often it is tried. The message is for whoever set the hook up, and does not
 * say where a name leads: the names of a network behind us are nobody's business.
 */
export class Unreachable extends ToldFailure {
  /** For the log of the service. */
  readonly address: string

  constructor(host: string, address: string) {
    super(whyNot(host))
    this.address = address
  }
}

/** A host to connect to: the addresses were looked at, and no other is asked for again. */
export interface Reachable {
  readonly address: string
  readonly family: 4 | 6
}

export type Resolve = (host: string) => Promise<readonly FoundAddress[]>

/** The host of a URL without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

/**
 * Resolves a receiver's name once and for all. One forbidden address among several is enough to refuse: whoever runs
 * the name could lead us there on any try. Nobody else runs `localhost`: where one of its addresses is allowed, it is that.
 */
export async function findReachable(
  url: URL,
  allowedHosts: readonly string[],
  resolve: Resolve = resolveName,
): Promise<readonly [Reachable, ...Reachable[]]> {
  const host = hostOf(url)
  const found = isIP(host) === 0 ? await resolve(host) : [literal(host)]
  const good = found.filter(({ address }) => mayReach(host, address, allowedHosts))
  const bad = found.find((one) => !good.includes(one))
  if (bad !== undefined && !(isLocal(host) && good.length > 0)) throw new Unreachable(host, bad.address)
  // One of each kind: whoever has both may listen at one alone.
  const ofKinds = good.filter(({ family }, index) => good.findIndex((one) => one.family === family) === index)
  const [first, ...others] = ofKinds.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }) as const)
  if (first === undefined) throw new ToldFailure(`${host} has no address`)
  return [first, ...others]
}

/** For a connection: it goes to these and nowhere else, whatever the name says by then. */
export function lookupOf(found: readonly [Reachable, ...Reachable[]]): LookupFunction {
  const [{ address, family }] = found
  return (_host, { all }, done) => (all === true ? done(null, [...found]) : done(null, address, family))
}

/** Why a URL that names an address outright cannot be used; null for names, which are looked at when they are used. */
export function whyForbidden(url: URL, allowedHosts: readonly string[]): string | null {
  const host = hostOf(url)
  const meant = isLocal(host) ? loopback : isIP(host) === 0 ? [] : [host]
  return meant.length === 0 || meant.some((address) => mayReach(host, address, allowedHosts)) ? null : whyNot(host)
}

const loopback = ['127.0.0.1', '::1']

/** RFC 6761: these names lead to this machine, whoever is asked. */
function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function mayReach(host: string, address: string, allowed: readonly string[]): boolean {
  if (isPublicAddress(address) || isNamed(host, allowed)) return true
  return allowed.some((entry) => {
    const network = parseCidr(entry)
    return network !== null && contains(network, address)
  })
}

function isNamed(host: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => entry.toLowerCase() === host)
}

function literal(address: string): { address: string; family: number } {
  return { address, family: isIP(address) }
}

function whyNot(host: string): string {
  const what = isIP(host) === 0 ? `${host} leads to what` : host
  return `${what} is not a public address: an administrator can allow it with WEBHOOK_ALLOWED_HOSTS`
}
