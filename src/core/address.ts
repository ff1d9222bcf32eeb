export interface Cidr {
  readonly base: bigint
  readonly bits: number
  readonly family: 4 | 6
}

interface Address {
  readonly value: bigint
  readonly family: 4 | 6
}

/** Reads an IPv4 or IPv6 address. IPv4 in IPv6 clothing (`::ffff:1.2.3.4`) is taken as the IPv4 address that it is. */
function parseAddress(text: string): Address | null {
  const v4 = parseV4(text)
  if (v4 !== null) return { value: v4, family: 4 }
  const v6 = parseV6(text.replace(/%.*$/, ''))
  if (v6 === null) return null
  if (v6 >> 32n === 0xffffn) return { value: v6 & 0xffffffffn, family: 4 }
  return { value: v6, family: 6 }
}

/** An address as proxies write it, without the port that some add (`1.2.3.4:80`, `[::1]:80`); null when it is none. */
export function bareAddress(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim()
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed
  return parseAddress(bare) === null ? null : bare
}

export function parseCidr(text: string): Cidr | null {
  const [head = '', tail] = text.split('/')
  const address = parseAddress(head)
  if (address === null) return null
  const width = address.family === 4 ? 32 : 128
  if (tail === undefined) return { base: address.value, bits: width, family: address.family }
  if (!/^\d{1,3}$/.test(tail) || Number(tail) > width) return null
  const shift = BigInt(width - Number(tail))
  return { base: (address.value >> shift) << shift, bits: Number(tail), family: address.family }
}

export function contains(cidr: Cidr, text: string): boolean {
  const address = parseAddress(text)
  if (address === null || address.family !== cidr.family) return false
  const shift = BigInt((cidr.family === 4 ? 32 : 128) - cidr.bits)
  return address.value >> shift === cidr.base >> shift
}

/** Who counts as one caller: an IPv4 address, or the /64 that an IPv6 caller can roam in for free. */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === null) return 'unknown'
  return address.family === 4 ? `4:${address.value.toString(16)}` : `6:${(address.value >> 64n).toString(16)}`
}

export function isLoopback(text: string): boolean {
  const address = parseAddress(text)
  if (address === null) return false
  return address.family === 4 ? address.value >> 24n === 127n : address.value === 1n
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4) return null
  let value = 0n
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null
    value = (value << 8n) | BigInt(part)
  }
  return value
}

function parseV6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const left = groupsOf(halves[0] ?? '')
  const right = halves.length === 2 ? groupsOf(halves[1] ?? '') : []
  if (left === null || right === null) return null
  const missing = 8 - left.length - right.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const groups = [...left, ...Array.from({ length: missing }, () => 0n), ...right]
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}

function groupsOf(text: string): bigint[] | null {
  if (text === '') return []
  const groups: bigint[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const v4 = index === parts.length - 1 ? parseV4(part) : null
    if (v4 !== null) groups.push(v4 >> 16n, v4 & 0xffffn)
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(BigInt(`0x${part}`))
    else return null
  }
  return groups
}
