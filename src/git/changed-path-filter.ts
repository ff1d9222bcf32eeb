const headerBytes = 12
const seeds = [0x293ae76f, 0x7e646e2c] as const

/**
 * A path with all folders above it as filters know them, two numbers each: it comes first, because fewest commits have
 * touched it. Null for what they cannot be asked about.
 */
export type PathHashes = Uint32Array | null

/** For each commit of a file, a Bloom filter of what it changed: paths, and all folders above them. */
export interface PathFilters {
  mayHold(index: number, path: PathHashes): boolean
  /** Whether it may hold one of these, two numbers each. */
  mayHoldAny(index: number, hashes: Uint32Array): boolean
}

/** Null where there are none that we can read. */
export function readPathFilters(ends: Buffer, data: Buffer, count: number): PathFilters | null {
  if (ends.length < count * 4 || data.length < headerBytes) return null
  const version = data.readUInt32BE(0)
  const hashCount = data.readUInt32BE(4)
  // They differ in bytes beyond ASCII alone, which nobody asks about.
  if ((version !== 1 && version !== 2) || hashCount > 32) return null
  const startOf = (index: number): number => headerBytes + (index === 0 ? 0 : ends.readUInt32BE((index - 1) * 4))
  const bitsFrom = (start: number, index: number): number => (headerBytes + ends.readUInt32BE(index * 4) - start) * 8
  // A walk asks this of every commit, for hundreds of names: nothing is made for the answer.
  const isSet = (start: number, bits: number, one: number, two: number): boolean => {
    for (let n = 0; n < hashCount; n++) {
      const bit = ((one + Math.imul(n, two)) >>> 0) % bits
      if (((data[start + (bit >>> 3)] ?? 0xff) & (1 << (bit & 7))) === 0) return false
    }
    return true
  }
  return {
    mayHold: (index, path) => {
      if (path === null) return true
      const start = startOf(index)
      const bits = bitsFrom(start, index)
      // Without one: it changed too much, or nobody has looked.
      if (bits <= 0) return true
      for (let pair = 0; pair < path.length; pair += 2) {
        if (!isSet(start, bits, path[pair] ?? 0, path[pair + 1] ?? 0)) return false
      }
      return true
    },
    mayHoldAny: (index, hashes) => {
      const start = startOf(index)
      const bits = bitsFrom(start, index)
      if (bits <= 0) return true
      for (let pair = 0; pair < hashes.length; pair += 2) {
        if (isSet(start, bits, hashes[pair] ?? 0, hashes[pair + 1] ?? 0)) return true
      }
      return false
    },
  }
}

/** `src/core/a.ts` is asked about as itself, `src/core` and `src`. */
export function hashPath(path: string): PathHashes {
  if (!canBeAsked(path)) return null
  const hashes: number[] = []
  for (let end = path.length; end !== -1; end = path.lastIndexOf('/', end - 1)) hashes.push(...hash(path.slice(0, end)))
  return Uint32Array.from(hashes)
}

/** As itself alone: of hundreds of entries, each below thousands of folders, those above would take seconds. */
export function hashAlone(path: string): PathHashes {
  return canBeAsked(path) ? Uint32Array.from(hash(path)) : null
}

function canBeAsked(path: string): boolean {
  // Git has counted bytes beyond ASCII in two ways.
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return /^[\x01-\x7f]+$/.test(path)
}

function hash(path: string): readonly [number, number] {
  const bytes = Buffer.from(path, 'latin1')
  return [murmur(bytes, seeds[0]), murmur(bytes, seeds[1])]
}

/** Murmur3, 32 bits. */
function murmur(bytes: Buffer, seed: number): number {
  let sum = seed
  const whole = bytes.length & ~3
  for (let at = 0; at < whole; at += 4) {
    sum = turn(sum ^ scramble(bytes.readInt32LE(at)), 13)
    sum = (Math.imul(sum, 5) + 0xe6546b64) | 0
  }
  let rest = 0
  for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8) | (bytes[at] ?? 0)
  if (whole < bytes.length) sum ^= scramble(rest)
  sum ^= bytes.length
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35)
  return (sum ^ (sum >>> 16)) >>> 0
}

function scramble(word: number): number {
  return Math.imul(turn(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)
}

function turn(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}
