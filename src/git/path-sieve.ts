import { bitOf, hashCount, type PathHashes } from './changed-path-filter.ts'

/** What the filters of many commits are asked, one after the other. */
export interface FilterQuestion {
  /** How often something was looked for in a filter: where nobody else is served meanwhile, there is an end to it. */
  readonly looks: number
  /** Whether a commit may have changed it, by its filter, which is some bytes among others. False is certain. */
  mayBeIn(filters: Uint8Array, start: number, end: number): boolean
}

/**
 * Asks for one path. Which bits have to be set follows from the length of a filter, and there are few lengths: worked out
 * once for each, a filter takes a few nanoseconds.
 */
export class PathSieve implements FilterQuestion {
  readonly #hashes: PathHashes
  /** For each length some bytes, by where they stand, and what has to be set in them. */
  readonly #wanted: Uint32Array[] = []
  looks = 0

  constructor(hashes: PathHashes) {
    this.#hashes = hashes
  }

  mayBeIn(filters: Uint8Array, start: number, end: number): boolean {
    this.looks++
    const length = end - start
    if (length === 0 || this.#hashes === null) return true
    const wanted = this.#wanted[length] ?? (this.#wanted[length] = wantedIn(length, this.#hashes))
    for (let at = 0; at < wanted.length; at += 2) {
      const bits = wanted[at + 1] ?? 0
      if (((filters[start + (wanted[at] ?? 0)] ?? 0) & bits) !== bits) return false
    }
    return true
  }
}

/** In the order of the hashes: what the deepest folder sets is missing in most, what those above it set is in nearly all. */
function wantedIn(length: number, hashes: Uint32Array): Uint32Array {
  const mask = new Uint8Array(length)
  const places = new Set<number>()
  for (let pair = 0; pair < hashes.length; pair += 2) {
    for (let n = 0; n < hashCount; n++) {
      const bit = bitOf(hashes, pair, n, length)
      mask[bit >>> 3] = (mask[bit >>> 3] ?? 0) | (1 << (bit & 7))
      places.add(bit >>> 3)
    }
  }
  return Uint32Array.from([...places].flatMap((at) => [at, mask[at] ?? 0]))
}
