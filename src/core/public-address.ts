import { type Cidr, contains, parseCidr } from './address.ts'

/** The only part of IPv6 that the internet routes; what is carved out of it stands below. */
const worldwide = cidr('2000::/3')
const everyV4 = cidr('0.0.0.0/0')

/** Networks that lead inside, nowhere, to everybody at once, or by translation to any of these. */
const special = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Teredo and other assignments of the protocol itself, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
].map(cidr)

/** Whether an address belongs to somebody out on the internet, and cannot be one of our own network's. */
export function isPublicAddress(address: string): boolean {
  if (special.some((network) => contains(network, address))) return false
  // Whatever is IPv4, in IPv6 clothing too, has been looked at in full.
  return contains(everyV4, address) || contains(worldwide, address)
}

function cidr(text: string): Cidr {
  const parsed = parseCidr(text)
  if (parsed === null) throw new Error(`${text} is no network`)
  return parsed
}
