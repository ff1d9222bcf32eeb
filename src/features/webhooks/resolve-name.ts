import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export interface FoundAddress {
  readonly address: string
  readonly family: number
}

export interface NameSources {
  /** The machine's own list. */
  readonly hosts: string
  /** Those of the machine where none are given. */
  readonly servers?: readonly string[]
}

const timeoutMs = 3000
const tries = 2
const ofMachine: NameSources = { hosts: '/etc/hosts' }

/**
 * Every address that a name has. The system's own way (getaddrinfo) keeps a thread of the pool busy until a name server has
 * answered, and there are four for all files: a few names whose servers never do would bring everything to a standstill.
 */
export async function resolveName(host: string, sources = ofMachine): Promise<readonly FoundAddress[]> {
  const listed = addressesIn(await readFile(sources.hosts, 'utf8').catch(() => ''), host)
  if (listed.length > 0) return listed
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (sources.servers !== undefined) resolver.setServers(sources.servers)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))
  // Some servers fail for the kind of address that they have none of.
  if (found.length === 0 && failed !== undefined) throw failed
  return found.map((address) => ({ address, family: isIP(address) }))
}

function addressesIn(hosts: string, name: string): readonly FoundAddress[] {
  const lines = hosts.split('\n').map((line) => (line.split('#', 1)[0] ?? '').trim().split(/\s+/))
  return lines.flatMap(([address = '', ...names]) => {
    const family = isIP(address)
    return family !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address, family }] : []
  })
}
