import { PatternFollower } from './pattern-follower.ts'
import type { PatternTable } from './pattern-table.ts'
import { addSpan, type Span } from './span.ts'

const escape = 0x1b
const bracket = 0x5b
const lineBreaks = [0x0a, 0x0d]
const gaps = [escape, ...lineBreaks]
/** What is cut by line breaks is an encoding of something, or was folded: never this short. */
const shortestOverBreaks = 6

/**
 * Looks for the patterns of a table in a stream that comes in chunks: as it is, and also where colours or line breaks
 * stand in between. A colour is what every terminal takes for one, or for an order to the cursor: ESC, a bracket,
 * parameters, a letter.
 */
export class PatternScanner {
  readonly #table: PatternTable
  readonly #overColours: PatternFollower
  readonly #overBreaks: PatternFollower
  #state = 0
  #at = 0
  #sequence: 'none' | 'escape' | 'parameters' = 'none'

  constructor(table: PatternTable) {
    this.#table = table
    this.#overColours = new PatternFollower(table, 1)
    this.#overBreaks = new PatternFollower(table, shortestOverBreaks)
  }

  /** Everything that is found, in no order. Some of it may have begun in chunks before. */
  scan(chunk: Uint8Array): Span[] {
    const found: [Span[], Span[], Span[]] = [[], [], []]
    const next = gaps.map((byte) => chunk.indexOf(byte))
    for (let from = 0; from < chunk.length; ) {
      const skipped = this.#sequence === 'none' ? from : this.#sequenceEnd(chunk, from)
      let to = skipped
      if (skipped > from) this.#skip(skipped - from)
      else {
        to = nextOf(chunk, next, from)
        if (to === from) {
          const isEscape = chunk[from] === escape
          if (isEscape) this.#skip(1)
          else this.#overBreaks.skip(this.#at, 1, this.#state)
          this.#sequence = isEscape ? 'escape' : 'none'
          if (!isEscape && this.#overColours.isAwake) this.#overColours.read(chunk, from, from + 1, found[1])
          to = from + 1
        } else {
          if (this.#overColours.isAwake) this.#overColours.read(chunk, from, to, found[1])
          if (this.#overBreaks.isAwake) this.#overBreaks.read(chunk, from, to, found[2])
        }
      }
      this.#read(chunk, from, to, found[0])
      from = to
    }
    return found.flat()
  }

  /** What lies before this can no longer be a part of anything that will be found. */
  get heldFrom(): number {
    let from = this.#at - (this.#table.depth[this.#table.open(this.#state)] ?? 0)
    for (const follower of [this.#overColours, this.#overBreaks]) {
      if (follower.isAwake) from = Math.min(from, follower.heldFrom)
    }
    return from
  }

  #skip(bytes: number): void {
    this.#overColours.skip(this.#at, bytes, this.#state)
    this.#overBreaks.skip(this.#at, bytes, this.#state)
  }

  #read(chunk: Uint8Array, from: number, to: number, spans: Span[]): void {
    const { link, rows, fail, longest } = this.#table
    const base = this.#at - from
    let state = this.#state
    for (let place = from; place < to; place++) {
      const byte = chunk[place] ?? 0
      // As `table.next` does it; a call for each byte would take as long again.
      for (;;) {
        const way = link[state] ?? -1
        if (way === byte) {
          state++
          break
        }
        if (way < -1) {
          state = rows[((-2 - way) << 8) + byte] ?? 0
          break
        }
        state = fail[state] ?? 0
      }
      const length = longest[state] ?? 0
      if (length !== 0) addSpan(spans, { start: base + place + 1 - length, end: base + place + 1 })
    }
    this.#state = state
    this.#at = base + to
  }

  /** Where the sequence that has begun ends, as far as it is there. What cannot be a part of it is like anything else. */
  #sequenceEnd(chunk: Uint8Array, from: number): number {
    let at = from
    for (; at < chunk.length && this.#sequence !== 'none'; at++) {
      const byte = chunk[at] ?? 0
      const isStart = this.#sequence === 'escape'
      const isPart = isStart ? byte === bracket : byte >= 0x20 && byte <= 0x3f
      this.#sequence = isPart ? 'parameters' : 'none'
      if (!isPart && (isStart || byte < 0x40 || byte > 0x7e)) break
    }
    return at
  }
}

/** Where the next gap is, from `from` on. `next` remembers what was found so far. */
function nextOf(chunk: Uint8Array, next: number[], from: number): number {
  let stop = chunk.length
  for (const [i, byte] of gaps.entries()) {
    let place = next[i] ?? -1
    if (place !== -1 && place < from) {
      place = chunk.indexOf(byte, from)
      next[i] = place
    }
    if (place !== -1 && place < stop) stop = place
  }
  return stop
}
