const headerBytes = 12
/** As git makes them, unless it is made otherwise for a test of its own. */
export const hashCount = 7
const seeds = [0x293ae76f, 0x7e646e2c] as const

/**
 * A path with all folders above it as filters know them, two numbers each: it comes first, because fewest commits have
 * touched it. Null for what they cannot be asked about.
 */
export type PathHashes = Uint32Array | null

/** For each commit of a file, a Bloom filter of what it changed: paths, and all folders above them. */
export interface PathFilters {
  readonly bytes: Buffer
  /** Where that of a commit begins; where that of the next does, it ends. Empty: it changed too much, or nobody has looked. */
  startOf(index: number): number
}

/** Null where there are none that we can read. */
export function readPathFilters(ends: Buffer, data: Buffer, count: number): PathFilters | null {
  if (ends.length < count * 4 || data.length < headerBytes) return null
  const version = data.readUInt32BE(0)
  // They differ in bytes beyond ASCII alone, which nobody asks about.
  if ((version !== 1 && version !== 2) || data.readUInt32BE(4) !== hashCount) return null
  const words = new DataView(ends.buffer, ends.byteOffset, ends.length)
  return { bytes: data, startOf: (index) => headerBytes + (index === 0 ? 0 : words.getUint32((index - 1) * 4)) }
}

/** Whether a filter, which is some bytes among others, may hold one of some paths, two numbers each. False is certain. */
export function mayHoldAny(filters: Uint8Array, start: number, end: number, hashes: Uint32Array): boolean {
  if (start === end) return true
  for (let pair = 0; pair < hashes.length; pair += 2) {
    let held = 0
    for (; held < hashCount; held++) {
      const bit = bitOf(hashes, pair, held, end - start)
      if (((filters[start + (bit >>> 3)] ?? 0) & (1 << (bit & 7))) === 0) break
    }
    if (held === hashCount) return true
  }
  return false
}

/** The bit of a path that the nth of its hashes sets in a filter of so many bytes. */
export function bitOf(hashes: Uint32Array, pair: number, n: number, length: number): number {
  return (((hashes[pair] ?? 0) + Math.imul(n, hashes[pair + 1] ?? 0)) >>> 0) % (length * 8)
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
